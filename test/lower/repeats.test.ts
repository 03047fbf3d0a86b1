import { expect, test } from "vitest";
import { compileText, problemsOf, ruleInCel } from "../fixtures/compile-files.ts";

const policyWith = (rule: string): string => `
import { type Int64, type KubernetesObject, deletionPolicy, quantity } from "holdfast";
interface Thing extends KubernetesObject { readonly spec: { readonly on: boolean; readonly requests: { readonly [key: string]: Int64 | string } } }
export const unused = quantity;
export default deletionPolicy<Thing>({
  name: "example",
  match: [{ group: "example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  rules: { example: { denyWhen: ${rule}, message: "no" } },
});
`;

function expressionOf(rule: string): string | undefined {
  const compilation = compileText("example.ts", policyWith(rule));
  expect(problemsOf(compilation)).toEqual([]);
  return ruleInCel(compilation);
}

test("a type that has been asked is not asked again", () => {
  const rule = `({ oldObject }) => {
    const storage = oldObject.spec?.requests?.["storage"];
    return typeof storage === "string" && quantity(storage)?.isGreaterThan(quantity("100Gi")) === true;
  }`;
  const expression = expressionOf(rule) ?? "";
  expect(expression.split("type(").length - 1).toBe(1);
  expect(expression).toMatch(/^type\(\S+orValue\(null\)\) != string \|\| size\(/);
});

test("a condition is written once, in the order of its author", () => {
  const [a, b] = ['oldObject.kind === "A"', "request.dryRun"];
  expect(expressionOf(`({ oldObject, request }) => ${a} || ${b} || ${a} || ${b}`)).toBe(
    "oldObject.kind != 'A' && !request.dryRun",
  );
});

test("of nothing but repeats one is left", () => {
  expect(expressionOf('({ oldObject }) => oldObject.kind === "A" && oldObject.kind === "A"')).toBe("oldObject.kind != 'A'");
});
