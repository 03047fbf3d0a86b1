import type { Expression as TypeScriptExpression } from "ts-morph";
import { type Expression, binary, conditional, doubleLiteral } from "../../ir/expression.ts";
import { setApart } from "../../ir/results.ts";
import { orDefault, toDynamic } from "../expressions/coerce.ts";
import { asDouble, isDefined } from "../expressions/presence.ts";
import type { Scope } from "../scope.ts";
import { type Dynamic, type Value, dynamic, mayBeAbsent } from "../value.ts";

/** The operand; where it is absent NaN, and 0 where it is null. */
export function numberOr(value: Value, node: TypeScriptExpression, scope: Scope): Dynamic | undefined {
  if (value.kind !== "dynamic" || value.shape.kind !== "number" || !mayBeAbsent(value)) return toDynamic(value, node, scope);
  const span = scope.span(node);
  const there = asDouble(orDefault(value).expression);
  return dynamic(conditional(isDefined(value), [there, ofAbsent(value)], span), { kind: "number" });
}

function ofAbsent({ isNull, expression: { span } }: Dynamic): Expression {
  const zero = doubleLiteral(0, span);
  if (isNull === "where absent") return zero;
  const none = binary(zero, "/", zero, span);
  return isNull === "never" ? none : conditional(isNull, [zero, none], span);
}

const withoutSign = new WeakSet<Expression>();

/** A number that is 0 in CEL where JavaScript may have -0. */
export function signLost(expression: Expression): Dynamic {
  withoutSign.add(setApart(expression));
  return dynamic(expression, { kind: "number" });
}

export const isSignLost = (expression: Expression): boolean => withoutSign.has(expression);
