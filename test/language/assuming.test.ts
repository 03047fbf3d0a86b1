import { expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

/** Whether the compiler still asks, behind `condition`, whether `field` is there. */
function asks(condition: string, field = "spec.tier"): boolean {
  const policy = `import { type KubernetesObject, deletionPolicy } from "holdfast";
interface Thing extends KubernetesObject { readonly spec: { readonly tier?: string; readonly names?: readonly string[] } }
export default deletionPolicy<Thing>({
  name: "asked",
  match: [{ group: "language.example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  rules: { rule: { denyWhen: ({ oldObject: { spec, metadata } }) => (${condition}) && Object.keys({ a: ${field}!.length }).includes("a") && ${field}!.length > 1, message: "no" } },
});`;
  const { diagnostics, files } = compileFiles({ "policy.ts": policy });
  expect(diagnostics).toEqual([]);
  return files.some(({ text }) => text.includes("what the rule reads from is there"));
}

test.each([
  ["spec?.tier !== undefined"],
  ["spec?.tier === 'gold'"],
  ["spec?.tier?.startsWith('g') === true"],
  ["(spec?.tier ?? '').startsWith('g')"],
  ["(spec?.tier ?? '').length > 0"],
  ["typeof spec?.tier === 'string'"],
  ["!!spec?.tier"],
])("what has been found is not asked for again: %s", (condition) => {
  expect(asks(condition)).toBe(false);
});

test.each([
  ["metadata.name === 'a'"],
  ["(spec?.tier ?? 'gold').startsWith('g')"],
  ["(spec?.tier ?? 'gold') === 'gold'"],
  ["(spec?.tier ?? '').length < 3"],
  ["3 >= (spec?.tier ?? '').length"],
  ["(spec?.tier ?? '').length >= 0"],
  ["spec?.tier !== 'gold'"],
  ["!(spec?.tier === 'gold')"],
  ["(metadata.name === 'a' ? ['x'] : ['y']).includes(metadata.uid)"],
  ["spec?.tier === 'gold' || metadata.name === 'a'"],
])("what may be absent is asked for: %s", (condition) => {
  expect(asks(condition)).toBe(true);
});

test.each([
  ["(spec?.names ?? []).includes('a')", "spec.names", false],
  ["(spec?.names ?? []).length > 3", "spec.names", false],
  ["3 < (spec?.names ?? []).length", "spec.names", false],
  ["(spec?.names ?? ['a']).includes('a')", "spec.names", true],
  ["(spec?.names ?? []).length <= 3", "spec.names", true],
])("lists: %s", (condition, field, isAsked) => {
  expect(asks(condition, field)).toBe(isAsked);
});

const address = (statements: string): string => `import { type KubernetesObject, cidr, deletionPolicy, ip } from "holdfast";
interface Thing extends KubernetesObject { readonly spec?: { readonly a?: string; readonly b?: string } }
export default deletionPolicy<Thing>({
  name: "addressed",
  match: [{ group: "language.example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  rules: { rule: { denyWhen: ({ oldObject: { spec } }) => { ${statements} return cidr("10.0.0.0/8").containsIP(found); }, message: "no" } },
});`;

test.each([
  ["it has been tested", "const found = ip(spec?.a); if (found === undefined) return false;", []],
  ["it has been assigned", "let found = ip(spec?.a); if (found === undefined) found = ip(spec?.b)!;", ["may-be-absent"]],
  ["its type has been written", "const found: ReturnType<typeof ip> = ip(spec?.a)!;", ["may-be-absent"]],
])("an address is there where TypeScript says so and %s", (_, statements, codes) => {
  const { diagnostics } = compileFiles({ "policy.ts": address(statements) }, undefined, { kube: 37 });
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});
