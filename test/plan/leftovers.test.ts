import { expect, test } from "vitest";
import type { Span } from "../../compiler/diagnostics/span.ts";
import { printExpression } from "../../compiler/print/print.ts";
import {
  type Expression,
  binary,
  call,
  conditional,
  identifier,
  literal,
  not,
  select,
  sequence,
} from "../../compiler/ir/expression.ts";
import { simplified } from "../../compiler/ir/simplified.ts";

const span: Span = { file: "a.ts", start: 0, end: 1 };
const [yes, no] = [literal(true, span), literal(false, span)];
const stored = select(identifier("oldObject", span), "a", span);
const isA = binary(stored, "==", literal("a", span), span);
const both = (left: Expression, right: Expression): Expression => binary(left, "&&", right, span);
const either = (left: Expression, right: Expression): Expression => binary(left, "||", right, span);

test.each<readonly [string, Expression]>([
  ["oldObject.a == 'a'", both(yes, isA)],
  ["oldObject.a == 'a'", both(isA, both(yes, yes))],
  ["oldObject.a == 'a'", either(no, either(isA, no))],
  ["oldObject.a == 'a'", conditional(not(no, span), [isA, stored], span)],
  ["oldObject.a == 'a'", both(isA, sequence(isA, yes))],
  ["false", both(isA, no)],
  ["true", either(isA, yes)],
  // CEL takes a validation only if it knows it to be a bool.
  ["true && oldObject.a", both(yes, stored)],
  ["size(oldObject.a == 'a')", call("size", [either(no, isA)], span)],
])("%s is what is left", (text, expression) => {
  expect(printExpression(simplified(expression))).toBe(text);
});
