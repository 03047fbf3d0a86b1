import type { Expression as TypeScriptExpression } from "ts-morph";
import { type Expression, binary, conditional, doubleLiteral } from "../../ir/expression.ts";
import { orDefault, toDynamic } from "../expressions/coerce.ts";
import { asDouble, isDefined } from "../expressions/presence.ts";
import type { Scope } from "../scope.ts";
import { type Dynamic, type Value, dynamic, mayBeAbsent } from "../value.ts";

/** The operand; NaN where it is absent. */
export function numberOr(value: Value, node: TypeScriptExpression, scope: Scope): Dynamic | undefined {
  if (value.kind !== "dynamic" || value.shape.kind !== "number" || !mayBeAbsent(value) || value.isNull !== "never")
    return toDynamic(value, node, scope);
  const span = scope.span(node);
  const none = binary(doubleLiteral(0, span), "/", doubleLiteral(0, span), span);
  return dynamic(conditional(isDefined(value), [asDouble(orDefault(value).expression), none], span), { kind: "number" });
}

const withoutSign = new WeakSet<Expression>();

/** A number that is 0 in CEL where JavaScript may have -0. */
export function signLost(expression: Expression): Dynamic {
  withoutSign.add(expression);
  return dynamic(expression, { kind: "number" });
}

export const isSignLost = (expression: Expression): boolean => withoutSign.has(expression);
