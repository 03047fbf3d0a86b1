import { Node, type ParameterDeclaration } from "ts-morph";
import { withDefault } from "../expressions/coalesce.ts";
import { afterIterating } from "../evaluation-order.ts";
import { bindName } from "../expressions/destructure.ts";
import type { Scope } from "../scope.ts";
import { lowerBody } from "./statements.ts";
import { type FunctionValue, type Value, listValue, rejected, undefinedValue } from "../value.ts";

/** Puts the body of `callee` in the place of the call. */
export function callFunction(callee: FunctionValue, args: readonly Value[], place: { node: Node; scope: Scope }): Value {
  const { lowering } = place.scope;
  const { node } = callee;
  if (node.isAsync() || (Node.isFunctionDeclaration(node) && node.isGenerator())) {
    return place.scope.reject("unsupported-function", node, { kind: node.isAsync() ? "async" : "generator" });
  }
  if (lowering.calls.includes(node)) return place.scope.reject("recursion", place.node, { text: place.node.getText() });
  if (args.some((argument) => argument.kind === "rejected")) return rejected;
  const inside = callee.scope.enter(place.scope);
  const { store } = lowering.variables;
  lowering.calls.push(node);
  try {
    const bound = node.getParameters().flatMap((parameter, at) => bindParameter(parameter, args.slice(at), inside));
    return afterIterating([...args, ...bound], lowerBody(node, inside));
  } finally {
    lowering.calls.pop();
    lowering.variables.store = store;
  }
}

/** A default stands in for what is absent in the cluster, too. */
function bindParameter(parameter: ParameterDeclaration, args: readonly Value[], scope: Scope): readonly Value[] {
  const name = parameter.getNameNode();
  if (parameter.isRestParameter()) return bindName(name, listValue(args), scope);
  const [value = undefinedValue] = args;
  const initializer = parameter.getInitializer();
  if (initializer === undefined) return bindName(name, value, scope);
  const bound = withDefault(value, scope.lower(initializer), { node: parameter, scope });
  return [bound, ...bindName(name, bound, scope)];
}
