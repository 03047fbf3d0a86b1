import { expect, test } from "vitest";
import {
  type Expression,
  binary,
  identifier,
  literal,
  method,
  optionalIndex,
  optionalSelect,
  select,
  variable,
} from "../../../compiler/ir/expression.ts";
import type { SelectorIr } from "../../../compiler/ir/policy.ts";
import { askedOfSelected } from "../../../compiler/plan/shared-guards/selected.ts";
import { deleteOf } from "../../../compiler/simulator/admission/index.ts";
import { printExpression } from "../../../compiler/print/print.ts";
import { samplePolicy, span } from "../../manifest/sample-policy.ts";
import { evaluatorOf } from "../../simulator/admission/policy-files.ts";
import { apart, held, together } from "./guards-by-hand.ts";

const metadata = select(identifier("params", span), "metadata", span);
const label = (key: string): Expression =>
  method(
    optionalIndex(optionalSelect(metadata, "labels", span), literal(key, span), span),
    "orValue",
    [literal("no", span)],
    span,
  );
const isNot = (key: string, value: string): Expression => binary(label(key), "==", literal(value, span), span);
const isNamed = binary(select(metadata, "name", span), "==", literal("a", span), span);

const keep: SelectorIr = { matchExpressions: [{ key: "keep", operator: "Exists" }] };
const gold: SelectorIr = { matchExpressions: [{ key: "tier", operator: "In", values: ["gold", "silver"] }] };

function asked(expression: Expression, selector: SelectorIr): string {
  const variables = [{ name: "unmarked", expression: isNot("keep", "no") }];
  const guard = samplePolicy({ variables, params: { apiVersion: "v1", kind: "ConfigMap", selector } });
  return printExpression(askedOfSelected(expression, guard)).replaceAll(/\s+/g, " ");
}

const orNamed = (left: Expression): Expression => binary(left, "||", isNamed, span);
const printed = (expression: Expression): string => printExpression(expression).replaceAll(/\s+/g, " ");

test("what asks for its label itself stays as it is, also where a variable does", () => {
  for (const one of [orNamed(isNot("keep", "no")), binary(isNamed, "||", isNot("keep", "no"), span)])
    expect(asked(one, keep)).toBe(printed(one));
  expect(asked(orNamed(variable("unmarked", span)), keep)).toBe("variables.unmarked || params.metadata.name == 'a'");
});

test("what denies without the label that is selected is asked about it", () => {
  const has = "!params.metadata.?labels[?'keep'].hasValue()";
  expect(asked(isNamed, keep)).toBe(`params.metadata.name == 'a' || ${has}`);
  // It denies what has another label, and what has another value.
  expect(asked(orNamed(isNot("other", "no")), keep)).toContain(` || ${has}`);
  expect(asked(orNamed(isNot("keep", "yes")), keep)).toContain(` || ${has}`);
  // One of two parts that have to hold does not ask.
  expect(asked(binary(orNamed(isNot("keep", "no")), "&&", isNamed, span), keep)).toContain(` || ${has}`);
});

test("of a label with certain values, others count as none", () => {
  const is = (value: string): Expression => orNamed(binary(label("tier"), "!=", literal(value, span), span));
  expect(asked(is("gold"), gold)).toBe(printed(is("gold")));
  expect(asked(is("bronze"), gold)).toBe(
    `${printed(is("bronze"))} || !params.metadata.?labels[?'tier'].hasValue() || !(params.metadata.labels['tier'] in ['gold', 'silver'])`,
  );
});

const namespaces = { group: "", version: "v1", resource: "namespaces" };

test.for(held)("an object is judged by the policy that selects it, and by no other: %j", ({ name, labels, deniedBy }) => {
  const marked = Object.fromEntries(labels.map((key) => [key, "yes"]));
  const contents = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "shop", labels: marked } }];
  const shop = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
  const input = { ...deleteOf(shop, { resource: namespaces }), contents };
  const denied = deniedBy === undefined ? [] : [`nameGuard of ${deniedBy}: it holds ${name}`];
  expect([
    ...new Set(
      evaluatorOf(together)
        .evaluate(input)
        .findings.map(({ message }) => message),
    ),
  ]).toEqual(denied);
  expect(evaluatorOf(apart).evaluate(input).denial !== undefined).toBe(deniedBy !== undefined);
});
