import { describe, expect, test } from "vitest";
import type { Span } from "../../compiler/diagnostics/span.ts";
import { printExpression } from "../../compiler/print/print.ts";
import {
  type Expression,
  binary,
  call,
  conditional,
  identifier,
  literal,
  method,
  not,
  select,
  sequence,
} from "../../compiler/ir/expression.ts";
import { simplified } from "../../compiler/ir/expressions/equivalents.ts";
import { shippedPolicies } from "../second-opinion/shipped.ts";
import { leftoversIn } from "./leftovers-in.ts";

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
  ["oldObject.a == 'a'", method(isA, "or", [isA], span)],
  ["(oldObject.a == 'a').or(oldObject.a)", method(isA, "or", [stored], span)],
  ["size(oldObject.a == 'a')", call("size", [either(no, isA)], span)],
])("%s is what is left", (text, expression) => {
  expect(printExpression(simplified(expression))).toBe(text);
});

test.each(shippedPolicies().map((policy) => [policy.name, policy] as const))("nothing is left over in %s", (_, policy) => {
  expect(leftoversIn(policy)).toEqual([]);
});

describe("what is left over is found", () => {
  const [long, short] = ["oldObject.metadata.?annotations[?'example.com/keep'].orValue('')", "oldObject.metadata.?name"];
  const variables = Object.entries({ kept: long, name: short }).map(([name, expression]) => ({ name, expression }));
  const leftIn = (expression: string, messageExpression = "'kept'") =>
    leftoversIn({ variables, validations: [{ expression, messageExpression }] });

  test.each([
    ["true && variables.kept == ''", "a constant decides: true && variables.kept == ''"],
    ["!(variables.kept == '' || false)", "a constant decides: variables.kept == '' || false"],
    ["!!variables.kept.startsWith('a')", "!!: !!variables.kept.startsWith('a')"],
    ["variables.kept.or(variables.kept)", "an alternative to itself: variables.kept.or(variables.kept)"],
    [`${long} == ''`, `variables.kept holds ${long}`],
    [`[1].exists(x, x == 1 && ${long} == '')`, `variables.kept holds ${long}`],
  ])("%s", (expression, found) => {
    expect(leftIn(expression)).toEqual([found]);
  });

  test("in a message, too", () => {
    expect(leftIn("variables.kept == ''", `'kept by ' + ${long}`)).toEqual([`variables.kept holds ${long}`]);
  });

  test("a short expression may stand for itself, and a text may hold anything", () => {
    expect(leftIn(`${short} == 'a' && variables.kept != '!! true && false'`)).toEqual([]);
  });
});
