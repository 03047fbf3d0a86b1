import { type Expression, binary, literal } from "../../ir/expression.ts";
import { negate } from "../../ir/negate.ts";
import { isBooleanInCel } from "../../ir/boolean-in-cel.ts";

/**
 * The API server wants exactly bool, and gets the condition turned round: `!x` becomes `x`. What was read from an object is
 * dyn until it is compared.
 */
export function asBoolean(expression: Expression): Expression {
  const { span } = expression;
  const turned = negate(expression);
  if (!isBooleanInCel(turned)) return binary(turned, "!=", literal(true, span), span);
  return isBooleanInCel(expression) ? expression : binary(expression, "==", literal(true, span), span);
}
