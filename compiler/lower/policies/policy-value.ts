import type { CallExpression } from "ts-morph";
import { builtInKindOf } from "./built-in-kind.ts";
import { objectShape } from "../../ir/well-known-shapes.ts";
import type { CallSite } from "../calls/call.ts";
import { objectShapeOf } from "../shapes/shapes.ts";
import { type PolicyValue, type Value, rejected } from "../value.ts";

/** `deletionPolicy<T>({...})`: the definition as the compiler knows it; its rules are lowered later. */
export function declarePolicy(call: CallSite): Value {
  const [argument] = call.arguments;
  const definition = argument === undefined ? rejected : call.scope.lower(argument);
  if (definition.kind === "rejected") return rejected;
  if (definition.kind !== "object") return call.scope.reject("not-a-policy", call.node, { found: `\`${call.node.getText()}\`` });
  return { kind: "policy", definition, node: call.node, ...typeOf(call.node) };
}

function typeOf(node: CallExpression): Pick<PolicyValue, "objectShape" | "builtInKind"> {
  const [type] = node.getTypeArguments();
  if (type === undefined) return { objectShape, builtInKind: undefined };
  return { objectShape: objectShapeOf(type.getType(), type), builtInKind: builtInKindOf(type.getType()) };
}
