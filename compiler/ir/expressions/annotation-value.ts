import { onceFor } from "../once-for.ts";
import type { ValidationIr } from "../admission-policy.ts";
import { type Expression, conditional, literal } from "../expression.ts";
import { negate } from "./negate.ts";

/** string: what stands in the audit log, which leaves empty text out: `condition ? text : ''`. */
export const annotationValue = onceFor<Expression, ValidationIr>(({ expression, message, span }) =>
  conditional(negate(expression), [message, literal("", span)], span),
);
