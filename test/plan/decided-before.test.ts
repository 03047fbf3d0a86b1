import { expect, test } from "vitest";
import type { Span } from "../../compiler/diagnostics/span.ts";
import {
  type Expression,
  binary,
  comprehension,
  conditional,
  identifier,
  literal,
  method,
  optionalSelect,
  select,
} from "../../compiler/ir/expression.ts";
import { negate } from "../../compiler/ir/expressions/negate.ts";
import { printExpression } from "../../compiler/print/print.ts";
import { withoutDecided } from "../../compiler/plan/decided-before.ts";

const span: Span = { file: "a.ts", start: 0, end: 1 };
const stored = (field: string): Expression => select(identifier("oldObject", span), field, span);
const [a, b, c] = ["a", "b", "c"].map((field) => binary(stored(field), "==", literal(field, span), span)) as [
  Expression,
  Expression,
  Expression,
];
const [x, y, z] = ["x", "y", "z"].map((text) => literal(text, span)) as [Expression, Expression, Expression];
const both = (left: Expression, right: Expression): Expression => binary(left, "&&", right, span);
const either = (left: Expression, right: Expression): Expression => binary(left, "||", right, span);
const choice = (condition: Expression, whenTrue: Expression, whenFalse: Expression): Expression =>
  conditional(condition, [whenTrue, whenFalse], span);
const read = optionalSelect(stored("spec"), "on", span);
const isRead = method(read, "hasValue", [], span);
const text = method(read, "orValue", [literal("", span)], span);
const over = (range: Expression, body: Expression): Expression =>
  comprehension({ method: "exists", range, variable: "x", body, bound: undefined, entries: 1, span });
const element = binary(identifier("x", span), "==", literal("x", span), span);

test.each<readonly [string, Expression]>([
  ["oldObject.a == 'a' ? 'x' : 'z'", choice(a, choice(a, x, y), z)],
  ["oldObject.a == 'a' ? 'x' : 'z'", choice(a, x, choice(a, y, z))],
  ["'x'", choice(a, x, x)],
  ["oldObject.a == 'a' || oldObject.b == 'b' ? 'x' : 'z'", choice(either(a, b), x, choice(b, y, z))],
  ["oldObject.a == 'a' && oldObject.b == 'b'", both(a, both(b, a))],
  ["oldObject.a != 'a' || oldObject.b == 'b'", either(negate(a), both(a, b))],
  [
    "(oldObject.a == 'a' || oldObject.b == 'b') && (oldObject.a == 'a' || oldObject.c == 'c')",
    both(either(a, b), either(a, both(b, c))),
  ],
  ["oldObject.a == 'a' || oldObject.b == 'b'", both(either(a, b), either(a, either(c, b)))],
  ["oldObject.spec.?on.hasValue()", either(binary(text, "==", x, span), isRead)],
  ["oldObject.spec.?on.orValue('') == 'x' && oldObject.a == 'a'", both(binary(text, "==", x, span), both(isRead, a))],
  ["oldObject.a == 'a' && oldObject.b == 'b'", both(a, binary(b, "==", a, span))],
  [
    "oldObject.spec.?on.hasValue() ? oldObject.spec.?on.orValue('') : 'z'",
    choice(isRead, method(read, "orValue", [literal("undefined", span)], span), z),
  ],
  [
    "oldObject.spec.?on.hasValue() ? 'z' : oldObject.spec.?on.orValue('undefined')",
    choice(isRead, z, method(read, "orValue", [literal("undefined", span)], span)),
  ],
  // What is left alone has to be a bool for CEL, and not only dyn.
  ["oldObject.a == 'a' && (oldObject.on || oldObject.b == 'b')", both(a, either(stored("on"), both(a, b)))],
  // The inner x is another element.
  [
    "oldObject.a.exists(x, x == 'x' && oldObject.b.exists(x, x == 'x'))",
    over(stored("a"), both(element, over(stored("b"), element))),
  ],
])("%s is what is left", (expected, expression) => {
  expect(printExpression(withoutDecided(expression)).replaceAll(/\s+/g, " ")).toBe(expected);
});
