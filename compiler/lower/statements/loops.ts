import { type CallExpression, type Expression, type ForOfStatement, Node } from "ts-morph";
import { entryAt } from "../collections/entries-methods.ts";
import { listOf, spread } from "../collections/keyed/distinct.ts";
import { elementOf } from "../collections/stored-list-methods.ts";
import { asListOfAny } from "../shapes/inferred.ts";
import { demanded } from "../expressions/demand.ts";
import { bindName } from "../expressions/destructure.ts";
import type { Place, Scope } from "../scope.ts";
import { type Value, rejected } from "../value.ts";
import { type Completion, andThen, normal, replaced } from "./completion.ts";
import { lowerStoredLoop } from "./stored-loop.ts";

/** `for (const x of list)`: over what the compiler knows the body is written out for each element. */
export function lowerForOf(node: ForOfStatement, scope: Scope): Completion | undefined {
  const initializer = node.getInitializer();
  const [declaration] = Node.isVariableDeclarationList(initializer) ? initializer.getDeclarations() : [];
  if (declaration === undefined || node.isAwaited()) return undefined;
  const list = asListOfAny(scope.lower(node.getExpression()), node.getExpression(), scope);
  if (list.kind === "rejected") return { kind: "return", value: rejected, store: new Map() };
  const body = (element: Value, around: Scope): Completion => {
    const inside = around.nest();
    const parts = bindName(declaration.getNameNode(), element, inside);
    return { kind: "after", values: [element, ...parts], then: inside.lowerBlock(node.getStatement()) };
  };
  return overList(list, { node, scope, receiver: node.getExpression(), name: declaration.getNameNode(), body });
}

interface Loop extends Place {
  /** What it goes over. */
  readonly receiver: Expression;
  /** What the element is called, or its parts. */
  readonly name: Node | undefined;
  readonly body: (element: Value, around: Scope) => Completion;
}

/** Undefined where nobody can go over it. */
function overList(value: Value, loop: Loop): Completion | undefined {
  const { node, scope, receiver, name, body } = loop;
  const spreadOut = value.kind === "set" ? listOf(value, loop) : spread(value, loop);
  const list = demanded(spreadOut, { receiver, node, scope });
  if (list.kind === "rejected") return { kind: "return", value: rejected, store: new Map() };
  if (list.kind === "list") return unrolled(list.elements, (element) => body(element, scope), { node, scope });
  const wanted = nameOf(name);
  if (list.kind === "entries")
    return lowerStoredLoop({ node, scope, list: list.keys, wanted, elementOf: (item) => entryAt(list, item), body });
  if (list.kind === "matches") return lowerStoredLoop({ node, scope, list: list.list, wanted, elementOf: list.matchOf, body });
  if (list.kind !== "dynamic" || list.shape.kind !== "list") return undefined;
  return lowerStoredLoop({ node, scope, list, wanted, elementOf: (item) => elementOf(list, item), body });
}

/** `key`, also of `[key, value]`. */
function nameOf(name: Node | undefined): string | undefined {
  return /^\[?\s*(\w+)/.exec(name?.getText() ?? "")?.[1];
}

function unrolled(elements: readonly Value[], body: (element: Value) => Completion, loop: Place): Completion {
  const { node, scope } = loop;
  const [first, ...others] = elements;
  if (first === undefined) return normal(scope);
  const once = ended("continue", body(first), node);
  return ended(
    "break",
    andThen(once, () => unrolled(others, body, loop), scope),
    node,
  );
}

/** `continue` leads to the end of the body, `break` to that of the loop. */
function ended(kind: "break" | "continue", completion: Completion, of: Node): Completion {
  return replaced(completion, (one) => (one.kind === kind && one.of === of ? { kind: "normal", store: one.store } : one));
}

/** `list.forEach((x) => { ... })` is `for (const x of list) { ... }`, where `return` goes on. */
export function lowerForEach(node: CallExpression, scope: Scope): Completion | undefined {
  const callee = node.getExpression();
  const [callback, ...others] = node.getArguments();
  if (!Node.isPropertyAccessExpression(callee) || callee.getName() !== "forEach") return undefined;
  if (!Node.isArrowFunction(callback) || others.length > 0) return undefined;
  const receiver = callee.getExpression();
  const list = scope.lower(receiver);
  const block = callback.getBody();
  const [parameter, second, ...more] = callback.getParameters();
  const isMap = list.kind === "pairs";
  if (!Node.isBlock(block) || more.length > 0 || (second !== undefined && !isMap)) return undefined;
  const body = (element: Value, around: Scope): Completion => {
    const inside = around.nest();
    const [key, value] = isMap && element.kind === "list" ? element.elements : [undefined, element];
    const parts = [parameter, second].flatMap((name, at) => {
      const given = at === 0 ? value : key;
      return name === undefined || given === undefined ? [] : bindName(name.getNameNode(), given, inside);
    });
    const completion = inside.lowerBlock(block.getStatements());
    const going = replaced(completion, (one) => (one.kind === "return" ? { kind: "normal", store: one.store } : one));
    return { kind: "after", values: [element, ...parts], then: going };
  };
  return overList(list, { node, scope, receiver, name: parameter?.getNameNode(), body });
}
