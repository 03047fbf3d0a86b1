import { expect, test } from "vitest";
import type { Span } from "../../compiler/diagnostics/span.ts";
import {
  type Expression,
  call,
  identifier,
  literal,
  method,
  optionalIndex,
  select,
  variable,
} from "../../compiler/ir/expression.ts";
import { requireOpened } from "../../compiler/plan/share.ts";

const span: Span = { file: "a.ts", start: 0, end: 1 };
const first = (list: Expression): Expression => optionalIndex(list, literal(0, span), span);
const optional = first(select(identifier("oldObject", span), "a", span));
const variables = [
  { name: "kept", expression: optional },
  { name: "same", expression: variable("kept", span) },
  { name: "list", expression: method(optional, "orValue", [literal("", span)], span) },
];

const requiredOf = (expression: Expression) => () => requireOpened(variables, [expression]);

test.each([
  ["its first", first(variable("kept", span))],
  ["a field", select(variable("kept", span), "name", span)],
  ["what another variable says", first(variable("same", span))],
])("a policy that reads %s from a variable with an optional is none", (_, expression) => {
  expect(requiredOf(method(expression, "hasValue", [], span))).toThrow("reads from a variable that holds a CEL optional");
});

test.each([
  ["asked whether it is there", method(variable("kept", span), "hasValue", [], span)],
  ["read from behind a call", first(method(variable("kept", span), "or", [call("optional.none", [], span)], span))],
  ["no optional", first(variable("list", span))],
])("a variable may be %s", (_, expression) => {
  expect(requiredOf(expression)).not.toThrow();
});
