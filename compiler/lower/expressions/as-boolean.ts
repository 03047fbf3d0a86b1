import { type Expression, binary, literal, not } from "../../ir/expression.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { isBooleanInCel } from "../../ir/expressions/type-in-cel.ts";
import type { CarriedTest } from "../statements/carried/carried.ts";
import { type Value, dynamicBoolean, staticValue } from "../value.ts";

/**
 * The API server wants exactly bool, and gets the condition turned round: `!x` becomes `x`. What was read from an
 * object is dyn until it is compared.
 */
export function asBoolean(expression: Expression): Expression {
  const { span } = expression;
  const turned = negate(expression);
  if (!isBooleanInCel(turned)) return binary(turned, "!=", literal(true, span), span);
  return isBooleanInCel(expression) ? expression : binary(expression, "==", literal(true, span), span);
}

export function negated(value: Value): Value {
  if (value.kind === "static") return staticValue(value.value !== true);
  if (value.kind === "carried test") return negatedTest(value);
  if (value.kind !== "dynamic") return value;
  const { expression } = value;
  const shown = expression.kind === "sequence" ? expression.then : expression;
  const isSimple = shown.kind === "not" || (shown.kind === "binary" && !["&&", "||"].includes(shown.operator));
  return dynamicBoolean(isSimple ? negate(expression) : not(expression, expression.span));
}

function negatedTest(value: CarriedTest): Value {
  const { test } = value;
  switch (test.asks) {
    case "present":
    case "true":
      return { ...value, test: { ...test, isNegated: !test.isNegated } };
    case "order":
    case "not in order":
      return { ...value, test: { ...test, asks: test.asks === "order" ? "not in order" : "order" } };
    case "all":
    case "any":
      return {
        ...value,
        test: { asks: test.asks === "all" ? "any" : "all", parts: [negated(test.parts[0]), negated(test.parts[1])] },
      };
  }
}
