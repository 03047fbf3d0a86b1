import type { Example } from "../example.ts";

const inSite = (rule: string): string => `import { type KubernetesObject, deletionPolicy } from "holdfast";
interface Site extends KubernetesObject { readonly hosts: string | readonly string[] }
export default deletionPolicy<Site>({
  name: "sites",
  match: [{ group: "example.com", version: "v1", resource: "sites" }],
  rules: { example: { denyWhen: ${rule}, message: "no" } },
});
`;

/** Expressions, names and calls. */
export const expressionExamples: readonly Example[] = [
  {
    code: "unsupported-expression",
    why: "Everything in a rule becomes CEL, which cannot create objects or wait for anything. The help text says what to use instead.",
    bad: { rule: '({ oldObject }) => ⟦new Error("main")⟧.message === oldObject.metadata.name' },
    good: { rule: '({ oldObject }) => "main" === oldObject.metadata.name' },
    says: "new expression",
    override: "use plain lists, `new Set(...)`",
  },
  {
    code: "unsupported-operator",
    why: "CEL has arithmetic and comparisons, but no powers and no bitwise operators.",
    bad: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) ⟦**⟧ 2 === 9" },
    good: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) === 3" },
    says: "`**`",
    override: "write the multiplication out",
  },
  {
    code: "inexact-arithmetic",
    why: "CEL's `%` works only on whole numbers, and a field of a custom resource may hold any number.",
    bad: { rule: "({ oldObject }) => ⟦(oldObject.spec?.replicas ?? 0) % 2⟧ === 0" },
    good: { rule: "({ oldObject }) => [0, 2, 4].includes(oldObject.spec?.replicas ?? 0)" },
    says: "`(oldObject.spec?.replicas ?? 0) % 2`",
    override: "`%` takes a constant, and a length",
  },
  {
    code: "same-number",
    why: "`Object.is` treats NaN as equal to NaN, and 0 as different from -0. CEL's `==` and JavaScript's `===` do the opposite.",
    bad: { rule: "({ oldObject }) => ⟦Object.is(oldObject.spec?.replicas, 0)⟧" },
    good: { rule: "({ oldObject }) => oldObject.spec?.replicas === 0" },
    says: "`Object.is(oldObject.spec?.replicas, 0)`",
    override: "compare with `===`",
  },
  {
    code: "unsupported-function",
    why: "A rule answers at once. A promise or a generator is not an answer.",
    bad: {
      top: '⟦function* names(): Generator<string> {\n  yield "main";\n}⟧\nconst all = names();',
      rule: "() => all.return !== undefined",
    },
    good: {
      top: 'function names(): readonly string[] {\n  return ["main"];\n}',
      rule: "({ oldObject }) => names().includes(oldObject.metadata.name)",
    },
    says: "generator functions",
    override: "write a plain function",
  },
  {
    code: "rest-of-stored",
    why: "The rest of a stored object would be a copy, and CEL cannot copy objects. It works for objects written in the policy. For a stored list, write `slice(1)` instead of `[first, ...others]`.",
    bad: {
      rule: '({ oldObject }) => {\n  const { name, ⟦...others⟧ } = oldObject.metadata;\n  return name === "main" && Object.keys(others.labels ?? {}).length > 0;\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  const { name, labels } = oldObject.metadata;\n  return name === "main" && Object.keys(labels ?? {}).length > 0;\n}',
    },
    says: "`...others`",
    override: "name the fields that the rule reads",
  },
  {
    code: "unsupported-callback",
    why: "CEL provides the element, and from Kubernetes 1.33 on its position, but not the list.",
    bad: {
      rule: '({ oldObject }) => (oldObject.spec?.zones ?? []).some(⟦(zone, at, all) => all.length === 1 && zone === "a"⟧)',
    },
    good: {
      rule: '({ oldObject }) => {\n  const zones = oldObject.spec?.zones ?? [];\n  return zones.some((zone) => zones.length === 1 && zone === "a");\n}',
    },
    says: '`(zone, at, all) => all.length === 1 && zone === "a"`',
    override: "write an arrow function such as",
  },
  {
    code: "unknown-name",
    why: "The compiler resolves names to constants and functions. It has no value for any other name.",
    bad: { top: "declare const ⟦KEEP: string⟧;", rule: '({ oldObject }) => oldObject.metadata.labels?.[KEEP] === "true"' },
    good: {
      top: 'import * as marks from "./marks.ts";',
      rule: '({ oldObject }) => oldObject.metadata.labels?.[marks.KEEP] === "true"',
    },
    modules: { "marks.ts": 'export const KEEP = "example.com/keep";\n' },
    says: "`KEEP`",
    override: "use parameters of the rule, constants and functions of policy files",
  },
  {
    code: "not-in-cel",
    why: "A rule must give the same answer on the author's machine, in the webhook, and as CEL in the API server.",
    bad: { rule: '() => ⟦process⟧.env["STAGE"] === "production"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["stage"] === "production"' },
    says: "`process`",
    override: "CEL has no environment, files or network",
  },
  {
    code: "unknown-call",
    why: "CEL in the API server has few functions. The compiler supports those that mean the same in both languages.",
    bad: { rule: '({ oldObject }) => ⟦encodeURIComponent⟧(oldObject.metadata.name) === "a"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name === "a"' },
    says: "`encodeURIComponent`",
    override: "those that docs/rules/members.md lists",
  },
  {
    code: "no-such-function",
    why: "CEL in the API server adds, subtracts, multiplies and divides. A root computed in steps would differ from JavaScript's.",
    bad: { rule: "({ oldObject }) => ⟦Math.sqrt⟧(oldObject.spec?.replicas ?? 0) > 2" },
    good: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) > 2 * 2" },
    says: "`Math.sqrt`",
    override: "compare squares: `(oldObject.spec?.replicas ?? 0) > 2 * 2`",
  },
  {
    code: "unknown-method",
    why: "The compiler supports only methods that mean the same in both languages.",
    bad: { rule: "({ oldObject }) => ⟦oldObject.metadata.name.codePointAt⟧(0) === 109" },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.startsWith("m")' },
    says: "`codePointAt`",
    override: "docs/rules/members.md lists the methods",
  },
  {
    code: "unknown-property",
    why: "Properties that JavaScript gives every value, such as `constructor`, are not stored and have no CEL equivalent.",
    bad: { rule: "({ oldObject }) => ⟦(oldObject.metadata.finalizers ?? []).at⟧ === undefined" },
    good: { rule: "({ oldObject }) => (oldObject.metadata.finalizers ?? []).length === 0" },
    says: "`at`",
    override: "read fields that the types",
  },
  {
    code: "unknown-key",
    why: "Maps in the cluster have text keys. The compiler must know the key of anything else.",
    bad: { rule: '({ oldObject }) => oldObject.metadata[⟦oldObject.metadata.name === "main" ? "uid" : "name"⟧] === "a"' },
    good: {
      rule: '({ oldObject }) => (oldObject.metadata.name === "main" ? oldObject.metadata.uid : oldObject.metadata.name) === "a"',
    },
    says: '`oldObject.metadata.name === "main" ? "uid" : "name"`',
    override: "use text as the key of a map",
  },
  {
    code: "recursion",
    why: "The compiler inlines functions. With recursion, that would never end.",
    bad: {
      top: 'const trim = (name: string): string => (name.startsWith("x") ? ⟦trim(name)⟧ : name);',
      rule: '({ oldObject }) => trim(oldObject.metadata.name) === "main"',
    },
    good: {
      top: 'const isMain = (name: string): boolean => ["main", "xmain", "xxmain"].includes(name);',
      rule: "({ oldObject }) => isMain(oldObject.metadata.name)",
    },
    says: "`trim(name)`",
    override: "write the steps out",
  },
  {
    code: "not-narrowed",
    why: "Test the type of a value before you use it as text, number or list. TypeScript demands this, except for `any`, and for types that cannot be told apart: two lists, two objects, or types that contain themselves.",
    bad: {
      file: inSite('({ oldObject: { hosts } }) => ⟦hosts⟧?.includes("main") === true'),
    },
    good: {
      file: inSite(
        '({ oldObject: { hosts } }) => typeof hosts === "string" ? hosts === "main" : hosts?.includes("main") === true',
      ),
    },
    says: "`hosts`",
    override: "test the type first",
  },
  {
    code: "no-answer",
    why: "TypeScript trusts the type, which lists some texts. The cluster may hold another one: allowed earlier, or allowed in the future. The function would return `undefined` for it.",
    bad: {
      top: 'const rank = (tier: "gold" | "silver"): number => {\n  switch (⟦tier⟧) {\n    case "gold":\n      return 2;\n    case "silver":\n      return 1;\n  }\n};\nconst tiers = record<"gold" | "silver">({ main: "gold" });',
      rule: '({ oldObject }) => rank(tiers[oldObject.metadata.name] ?? "silver") > 1',
    },
    good: {
      top: 'const rank = (tier: string): number => {\n  switch (tier) {\n    case "gold":\n      return 2;\n    case "silver":\n      return 1;\n    default:\n      return 0;\n  }\n};',
      rule: '({ oldObject }) => rank(oldObject.metadata.labels?.["tier"] ?? "silver") > 1',
    },
    says: "`tier`",
    override: "add `default:`",
  },
  {
    code: "unknown-type-name",
    why: "The compiler needs the type name, because CEL has a different test for each type.",
    bad: { rule: "({ oldObject }) => ⟦typeof oldObject.spec?.owner === oldObject.kind⟧" },
    good: { rule: '({ oldObject }) => typeof oldObject.spec?.owner === "string"' },
    says: "`typeof oldObject.spec?.owner === oldObject.kind`",
    override: 'compare with `"string"`',
  },
  {
    code: "no-return",
    why: "A rule that returns nothing never denies. Most likely a `return` is missing.",
    bad: { rule: '({ oldObject }) => ⟦{\n  const isKept = oldObject.metadata.namespace === "main";\n}⟧' },
    good: { rule: '({ oldObject }) => {\n  const isKept = oldObject.metadata.namespace === "main";\n  return isKept;\n}' },
    says: "never returns a value",
    override: "return the condition",
  },
  {
    code: "not-a-value",
    why: "CEL values are text, numbers, booleans, lists and maps. A function, or a value that may be `undefined`, is none of them.",
    bad: {
      rule: "({ oldObject }) => ⟦(oldObject.metadata.ownerReferences ?? []).map((owner) => owner.controller).indexOf(true)⟧ > 0",
    },
    good: {
      rule: "({ oldObject }) => (oldObject.metadata.ownerReferences ?? []).map((owner) => owner.controller ?? false).indexOf(true) > 0",
    },
    says: "`(oldObject.metadata.ownerReferences ?? []).map((owner) => owner.controller).indexOf(true)`",
    override: "handle `undefined` with `??` first",
  },
  {
    code: "compares-objects",
    why: "TypeScript compares two maps by identity. CEL compares their contents.",
    bad: {
      rules:
        '{ example: { operation: "update", denyWhen: ({ object, oldObject }) => ⟦object.metadata.labels !== oldObject.metadata.labels⟧, message: "no" } }',
    },
    good: {
      rules:
        '{ example: { operation: "update", denyWhen: ({ object, oldObject }) => !same(object.metadata.labels, oldObject.metadata.labels), message: "no" } }',
    },
    says: "`object.metadata.labels !== oldObject.metadata.labels`",
    override: "use `same(a, b)`",
  },
  {
    code: "number-out-of-range",
    why: "TypeScript calculates with doubles, CEL also with 64-bit integers. They agree up to 2^53-1.",
    bad: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) > ⟦9_007_199_254_740_993⟧" },
    good: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) > 9_007_199_254_740_991" },
    says: "`9007199254740992`",
    override: "use numbers up to 2^53-1",
  },
  {
    code: "mixed-list",
    why: "In CEL, all elements of a list need the same type.",
    bad: {
      top: 'const sizes: readonly (string | number)[] = [3, "three"];',
      rule: "({ oldObject }) => ⟦sizes.includes(oldObject.metadata.name)⟧",
    },
    good: { top: 'const sizes = ["3", "three"];', rule: "({ oldObject }) => sizes.includes(oldObject.metadata.name)" },
    says: "`sizes.includes(oldObject.metadata.name)`",
    override: "use elements of one type",
  },
  {
    code: "mixed-branches",
    why: "In CEL, both sides of a conditional need the same type.",
    bad: {
      rule: '({ oldObject, request }) => (⟦request.dryRun ? oldObject.metadata.name : oldObject.spec?.replicas ?? 0⟧) === "main"',
    },
    good: { rule: '({ oldObject, request }) => request.dryRun && oldObject.metadata.name === "main"' },
    says: "`request.dryRun ? oldObject.metadata.name : oldObject.spec?.replicas ?? 0`",
    override: "use one type in all of them",
  },
];
