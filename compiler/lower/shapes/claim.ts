import type { AsExpression, Node, Type, TypeAssertion } from "ts-morph";
import type { Shape } from "../../api/shape.ts";
import type { Place, Scope } from "../scope.ts";
import { covers, withClaimed } from "./claims.ts";
import { objectShapeOf, shapeOf } from "./shapes.ts";
import { type Dynamic, type Value, rejected } from "../value.ts";

/** `x as T`: T declares the shape that is read there, as the type of a policy does. It checks nothing. */
export function lowerClaim(node: AsExpression | TypeAssertion, scope: Scope): Value {
  const value = scope.lowerAny(node.getExpression());
  if (value.kind !== "dynamic" || node.getTypeNode()?.getText() === "const") return value;
  return claimed(value, node.getType(), { node, scope }) ?? rejectClaim(node, scope);
}

/** The value as one of `type`; undefined where TypeScript would see another than CEL does. */
export function claimed(value: Dynamic, type: Type, { node, scope }: Place): Dynamic | undefined {
  const shape = shapeClaimed(value, type, node);
  if (covers(value.shape, shape)) return value;
  const [root, ...path] = value.path ?? [];
  const both = withClaimed(value.shape, shape);
  if ((root !== "object" && root !== "oldObject") || both === undefined) return undefined;
  scope.lowering.claims.add(path, shape);
  return { ...value, shape: both, typed: false, typedLevels: 0 };
}

function shapeClaimed({ path }: Dynamic, type: Type, node: Node): Shape {
  return path?.length === 1 ? objectShapeOf(type, node) : shapeOf(type, node);
}

function rejectClaim(node: Node, scope: Scope): Value {
  scope.reject("type-assertion", node, { text: node.getText() });
  return rejected;
}
