import { type CallExpression, type ForOfStatement, Node } from "ts-morph";
import type { Expression as CelExpression } from "../../ir/expression.ts";
import { existsInLoop } from "../collections/iterate.ts";
import { elementOf } from "../collections/stored-list-methods.ts";
import { demanded } from "../expressions/demand.ts";
import { bindName } from "../expressions/destructure.ts";
import type { Scope, Store } from "../scope.ts";
import {
  type Completion,
  type Ending,
  type Jump,
  type Returned,
  andThen,
  endings,
  normal,
  replaced,
  valueOf,
} from "./completion.ts";
import { type Dynamic, type Value, rejected, staticValue } from "../value.ts";

/** `for (const x of list)`: over what the compiler knows the body is written out for each element. */
export function lowerForOf(node: ForOfStatement, scope: Scope): Completion | undefined {
  const initializer = node.getInitializer();
  const [declaration] = Node.isVariableDeclarationList(initializer) ? initializer.getDeclarations() : [];
  if (declaration === undefined || node.isAwaited()) return undefined;
  const list = scope.lower(node.getExpression());
  if (list.kind === "rejected") return { kind: "return", value: rejected, store: new Map() };
  if (list.kind === "dynamic") return overStored(list, { node, scope, name: declaration.getNameNode() });
  if (list.kind !== "list") return undefined;
  const body = (element: Value): Completion => {
    const inside = scope.nest();
    const parts = bindName(declaration.getNameNode(), element, inside);
    return { kind: "after", values: [element, ...parts], then: inside.lowerBlock(node.getStatement()) };
  };
  return unrolled(list.elements, body, { node, scope });
}

/**
 * Over a list of the cluster: `return` of something known, or `break`, where an element is such that the body comes to
 * it. Undefined where the loop does more than CEL can say.
 */
function overStored(
  stored: Dynamic,
  loop: Loop & { readonly node: ForOfStatement; readonly name: Node },
): Completion | undefined {
  const { node, scope, name } = loop;
  const list = demanded(stored, { receiver: node.getExpression(), node, scope });
  if (list.kind !== "dynamic" || list.shape.kind !== "list") return undefined;
  const before = normal(scope);
  let exits: readonly (Returned | Jump)[] = [];
  let isKnown = true;
  const answerOf = (item: CelExpression, inside: Scope): Value => {
    const element = elementOf(list, item);
    const parts = bindName(name, element, inside);
    const completion: Completion = { kind: "after", values: parts, then: inside.lowerBlock(node.getStatement()) };
    const ends = endings(completion);
    exits = ends.filter((one) => leaves(one, node));
    isKnown = ends.every((one) => one.kind === "return" || holdsSame(one.store, before.store));
    return valueOf(replaced(completion, (one) => ({ kind: "return", value: staticValue(leaves(one, node)), store: one.store })));
  };
  const isFound = existsInLoop(list, Node.isIdentifier(name) ? name.getText() : undefined, { node, scope, answerOf });
  scope.lowering.variables.store = before.store;
  const [exit] = exits;
  if (isFound.kind === "rejected") return { kind: "return", value: rejected, store: before.store };
  if (!isKnown || exits.some((one) => !isSameExit(one, exit))) return undefined;
  if (exit === undefined) return { kind: "after", values: [isFound], then: before };
  const left: Completion = exit.kind === "return" ? exit : exit.of === node ? before : { ...exit, store: before.store };
  return { kind: "choice", condition: isFound, branches: [left, before], place: { node, scope } };
}

function leaves(one: Ending, loop: Node): one is Returned | Jump {
  return one.kind !== "normal" && !(one.kind === "continue" && one.of === loop);
}

function isSameExit(one: Returned | Jump, other: Returned | Jump | undefined): boolean {
  if (one.kind === "return" && other?.kind === "return")
    return one.value.kind === "static" && other.value.kind === "static" && one.value.value === other.value.value;
  return one.kind !== "return" && other?.kind === one.kind && one.of === other.of;
}

/** Nothing that was declared before the loop has another value. */
function holdsSame(store: Store, before: Store): boolean {
  return [...before].every(([variable, value]) => store.get(variable) === value);
}

interface Loop {
  readonly node: Node;
  readonly scope: Scope;
}

function unrolled(elements: readonly Value[], body: (element: Value) => Completion, loop: Loop): Completion {
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
  const list = scope.lower(callee.getExpression());
  if (list.kind === "rejected") return { kind: "return", value: rejected, store: new Map() };
  const block = callback.getBody();
  if (list.kind !== "list" || !Node.isBlock(block)) return undefined;
  const [parameter, ...more] = callback.getParameters();
  if (more.length > 0) return undefined;
  const body = (element: Value): Completion => {
    const inside = scope.nest();
    const parts = parameter === undefined ? [] : bindName(parameter.getNameNode(), element, inside);
    const completion = inside.lowerBlock(block.getStatements());
    const going = replaced(completion, (one) => (one.kind === "return" ? { kind: "normal", store: one.store } : one));
    return { kind: "after", values: [element, ...parts], then: going };
  };
  return unrolled(list.elements, body, { node, scope });
}
