import { type CallExpression, type Expression, type ForInStatement, type ForOfStatement, Node, SyntaxKind } from "ts-morph";
import { entryAt } from "../collections/entries-methods.ts";
import { listOf, spread } from "../collections/keyed/distinct.ts";
import { elementOf } from "../collections/stored-list-methods.ts";
import { keysIn } from "../collections/map-methods.ts";
import { asListOfAny, asMapOfAny } from "../shapes/inferred.ts";
import { demanded } from "../expressions/demand.ts";
import { bindName } from "../expressions/destructure.ts";
import type { Place, Scope } from "../scope.ts";
import { type ListValue, type Value, listValue, rejected, staticValue } from "../value.ts";
import { type Completion, andThen, normal, replaced } from "./completion.ts";
import { lowerStoredLoop } from "./stored-loop.ts";

/** `for (const x of list)`: over what the compiler knows the body is written out for each element. */
export function lowerForOf(node: ForOfStatement, scope: Scope): Completion | undefined {
  const initializer = node.getInitializer();
  const [declaration] = Node.isVariableDeclarationList(initializer) ? initializer.getDeclarations() : [];
  if (declaration === undefined || node.isAwaited()) return undefined;
  const numbered = lowerNumbered(node, declaration.getNameNode(), scope);
  if (numbered !== undefined) return numbered;
  const list = asListOfAny(scope.lower(node.getExpression()), node.getExpression(), scope);
  if (list.kind === "rejected") return failed;
  const body = (element: Value, around: Scope): Completion => {
    const inside = around.nest();
    const parts = bindName(declaration.getNameNode(), element, inside);
    return { kind: "after", values: [element, ...parts], then: inside.lowerBlock(node.getStatement()) };
  };
  return overList(list, { node, scope, receiver: node.getExpression(), name: declaration.getNameNode(), body });
}

/** `for (const [i, x] of list.entries())` over a list of the cluster, where nobody asks for `i`. */
function lowerNumbered(node: ForOfStatement, name: Node, scope: Scope): Completion | undefined {
  const call = node.getExpression();
  const callee = Node.isCallExpression(call) ? call.getExpression() : undefined;
  const isEntries = Node.isPropertyAccessExpression(callee) && callee.getName() === "entries" && Node.isArrayBindingPattern(name);
  const receiver = isEntries ? callee.getExpression() : undefined;
  const list = receiver && asListOfAny(scope.lower(receiver), receiver, scope);
  if (receiver === undefined || !Node.isArrayBindingPattern(name)) return undefined;
  if (list?.kind !== "dynamic" || list.shape.kind !== "list") return undefined;
  const [position, element] = name.getElements();
  if (Node.isBindingElement(position) && asksForPosition(position, node, scope)) return failed;
  const body = (item: Value, around: Scope): Completion => {
    const inside = around.nest();
    const parts = Node.isBindingElement(element) ? bindName(element.getNameNode(), item, inside) : [];
    return { kind: "after", values: [item, ...parts], then: inside.lowerBlock(node.getStatement()) };
  };
  return overList(list, {
    node,
    scope,
    receiver,
    name: Node.isBindingElement(element) ? element.getNameNode() : undefined,
    body,
  });
}

const failed: Completion = { kind: "return", value: rejected, store: new Map() };

/** Where an element stands only the list knows. */
function asksForPosition(position: Node, loop: Node, scope: Scope): boolean {
  const symbol = position.getSymbol();
  const uses = loop.getDescendantsOfKind(SyntaxKind.Identifier).filter((one) => one.getSymbol() === symbol);
  const asked = uses.filter((one) => one.getParent() !== position);
  for (const one of asked) scope.reject("position-in-loop", one, { text: one.getText() });
  return asked.length > 0;
}

/** `for (const key in map)` goes through the keys; of nothing there are none. */
export function lowerForIn(node: ForInStatement, scope: Scope): Completion | undefined {
  const initializer = node.getInitializer();
  const [declaration] = Node.isVariableDeclarationList(initializer) ? initializer.getDeclarations() : [];
  const receiver = node.getExpression();
  const keys = declaration && keysIn(asMapOfAny(scope.lower(receiver), receiver, scope), { node: receiver, scope });
  if (declaration === undefined || keys === undefined) return undefined;
  const body = (key: Value, around: Scope): Completion => {
    const inside = around.nest();
    const parts = bindName(declaration.getNameNode(), key, inside);
    return { kind: "after", values: [key, ...parts], then: inside.lowerBlock(node.getStatement()) };
  };
  return overList(keys, { node, scope, receiver, name: declaration.getNameNode(), body });
}

interface Loop extends Place {
  /** What it goes over. */
  readonly receiver: Expression;
  /** What the element is called, or its parts. */
  readonly name: Node | undefined;
  readonly body: (element: Value, around: Scope) => Completion;
}

/** Undefined where nobody can go over it. */
export function overList(value: Value, loop: Loop): Completion | undefined {
  const { node, scope, receiver, name, body } = loop;
  const spreadOut = value.kind === "set" ? listOf(value, loop) : spread(value, loop);
  const list = demanded(spreadOut, { receiver, node, scope });
  if (list.kind === "rejected") return failed;
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

export function unrolled(elements: readonly Value[], body: (element: Value) => Completion, loop: Place): Completion {
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
  const isMap = list.kind === "pairs" || (list.kind === "list" && second !== undefined);
  if (!Node.isBlock(block) || more.length > 0) return undefined;
  if (second !== undefined && !isMap && asksForPosition(second, callback, scope)) return failed;
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
  const numbered = list.kind === "list" && isMap ? withPositions(list) : list;
  return overList(numbered, { node, scope, receiver, name: parameter?.getNameNode(), body });
}

function withPositions({ elements }: ListValue): ListValue {
  return listValue(elements.map((element, at) => listValue([staticValue(at), element])));
}
