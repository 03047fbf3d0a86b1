import { type BindingElement, type BindingName, Node, type ParameterDeclaration } from "ts-morph";
import { coalesce } from "./coalesce.ts";
import { named } from "./coerce.ts";
import { after, walksOf } from "./order.ts";
import { lowerExpression } from "./expression.ts";
import { readIndexed, readNamed } from "./destructure.ts";
import type { Scope } from "./scope.ts";
import { lowerBody } from "./statements.ts";
import { type FunctionValue, type Value, refused, undefinedValue } from "./value.ts";

/** Puts the body of `callee` in the place of the call. */
export function callFunction(callee: FunctionValue, args: readonly Value[], place: { node: Node; scope: Scope }): Value {
  const { lowering } = place.scope;
  const { node } = callee;
  if (node.isAsync() || (Node.isFunctionDeclaration(node) && node.isGenerator())) {
    return place.scope.refuse("unsupported-function", node, { kind: node.isAsync() ? "async" : "generator" });
  }
  if (lowering.calls.includes(node)) return place.scope.refuse("recursion", place.node, { text: place.node.getText() });
  if (args.some((argument) => argument.kind === "refused")) return refused;
  const inside = callee.scope.enter(place.scope);
  lowering.calls.push(node);
  try {
    node.getParameters().forEach((parameter, at) => bindParameter(parameter, args[at] ?? undefinedValue, inside));
    return afterWalking(args, lowerBody(node, inside));
  } finally {
    lowering.calls.pop();
  }
}

/** TypeScript evaluates arguments before the body, CEL when they are needed: only the limit on walks can tell. */
export function afterWalking(first: readonly Value[], then: Value): Value {
  return after(first.flatMap(walksOf), then);
}

function bindParameter(parameter: ParameterDeclaration, value: Value, scope: Scope): void {
  if (parameter.isRestParameter()) {
    scope.bind(parameter, scope.refuse("unsupported-parameter", parameter, { text: parameter.getText() }));
    return;
  }
  const initializer = parameter.getInitializer();
  const bound =
    initializer === undefined ? value : coalesce(value, lowerExpression(initializer, scope), { node: parameter, scope });
  bindName(parameter.getNameNode(), bound, scope);
}

/** `name`, `{ a, b: c }` or `[first, second]`. */
export function bindName(name: BindingName | Node, value: Value, scope: Scope): void {
  if (Node.isIdentifier(name)) {
    const declaration = name.getParentOrThrow();
    const by = isConstant(declaration) ? "author" : "compiler";
    scope.bind(declaration, value.kind === "dynamic" ? named(value, name.getText(), by) : value);
  } else if (Node.isObjectBindingPattern(name)) {
    for (const element of name.getElements()) {
      const property = element.getPropertyNameNode() ?? element.getNameNode();
      if (isPlainElement(element)) bindName(element.getNameNode(), readNamed(value, property, scope), scope);
      else refuseElement(element, scope);
    }
  } else if (Node.isArrayBindingPattern(name)) {
    name.getElements().forEach((element, at) => {
      if (Node.isOmittedExpression(element)) return;
      if (isPlainElement(element)) bindName(element.getNameNode(), readIndexed(value, at, element, scope), scope);
      else refuseElement(element, scope);
    });
  }
}

/** The name is known all the same, so that its uses are not reported as well. */
function refuseElement(element: BindingElement, scope: Scope): void {
  scope.bind(element, scope.refuse("unsupported-parameter", element, { text: element.getText() }));
}

/** Declared by `const`, directly or inside a pattern; parameters are the other way to get a name. */
function isConstant(declaration: Node): boolean {
  if (Node.isVariableDeclaration(declaration)) return true;
  return Node.isBindingElement(declaration) && isConstant(declaration.getParentOrThrow().getParentOrThrow());
}

function isPlainElement(element: BindingElement): boolean {
  return element.getInitializer() === undefined && element.getDotDotDotToken() === undefined;
}
