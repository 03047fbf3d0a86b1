import { type CallExpression, type ForOfStatement, Node } from "ts-morph";
import { bindName } from "../expressions/destructure.ts";
import type { Scope } from "../scope.ts";
import { type Completion, normal, replaced, andThen } from "./completion.ts";
import { type Value, rejected } from "../value.ts";

/** `for (const x of list)`: over what the compiler knows the body is written out for each element. */
export function lowerForOf(node: ForOfStatement, scope: Scope): Completion | undefined {
  const initializer = node.getInitializer();
  const [declaration] = Node.isVariableDeclarationList(initializer) ? initializer.getDeclarations() : [];
  if (declaration === undefined || node.isAwaited()) return undefined;
  const list = scope.lower(node.getExpression());
  if (list.kind === "rejected") return { kind: "return", value: rejected, store: new Map() };
  if (list.kind !== "list") return undefined;
  const body = (element: Value): Completion => {
    const inside = scope.nest();
    const parts = bindName(declaration.getNameNode(), element, inside);
    return { kind: "after", values: [element, ...parts], then: inside.lowerBlock(node.getStatement()) };
  };
  return unrolled(list.elements, body, { node, scope });
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
