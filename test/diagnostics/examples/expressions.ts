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
    why: "Everything in a rule becomes CEL, which has neither objects that are made nor anything to wait for. Each kind has its own override.",
    bad: { rule: '({ oldObject }) => ⟦new Error("main")⟧.message === oldObject.metadata.name' },
    good: { rule: '({ oldObject }) => "main" === oldObject.metadata.name' },
    says: "new expression",
    override: "use plain lists, `new Set(...)`",
  },
  {
    code: "unsupported-operator",
    why: "CEL knows sums, products and comparisons; it has no powers, and no operators on bits.",
    bad: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) ⟦**⟧ 2 === 9" },
    good: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) === 3" },
    says: "`**`",
    override: "write the multiplication out",
  },
  {
    code: "inexact-arithmetic",
    why: "CEL's `%` knows whole numbers alone, and a field of a custom resource may hold any number.",
    bad: { rule: "({ oldObject }) => ⟦(oldObject.spec?.replicas ?? 0) % 2⟧ === 0" },
    good: { rule: "({ oldObject }) => [0, 2, 4].includes(oldObject.spec?.replicas ?? 0)" },
    says: "`(oldObject.spec?.replicas ?? 0) % 2`",
    override: "`%` takes a length",
  },
  {
    code: "same-number",
    why: "For `Object.is` NaN is NaN, and 0 is not -0; for CEL's `==`, as for `===`, it is the other way round.",
    bad: { rule: "({ oldObject }) => ⟦Object.is(oldObject.spec?.replicas, 0)⟧" },
    good: { rule: "({ oldObject }) => oldObject.spec?.replicas === 0" },
    says: "`Object.is(oldObject.spec?.replicas, 0)`",
    override: "compare with `===`",
  },
  {
    code: "unsupported-function",
    why: "A rule answers at once. A promise or a generator is no answer.",
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
    why: "What is left of a stored object would have to be copied, and CEL copies no objects. The rest of what is written in the policy is known, and `[first, ...others]` of a stored list is `slice(1)`.",
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
    why: "CEL gives an element, and from Kubernetes 1.33 on its position. The list itself has a name already.",
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
    why: "The compiler follows names to constants and functions. What stands for something else has no value for it.",
    bad: { top: "declare const ⟦KEEP: string⟧;", rule: '({ oldObject }) => oldObject.metadata.labels?.[KEEP] === "true"' },
    good: {
      top: 'import * as marks from "./marks.ts";',
      rule: '({ oldObject }) => oldObject.metadata.labels?.[marks.KEEP] === "true"',
    },
    modules: { "marks.ts": 'export const KEEP = "example.com/keep";\n' },
    says: "`KEEP`",
    override: "use the rule's own parameters, constants and functions of policy files",
  },
  {
    code: "not-in-cel",
    why: "What a rule says must not depend on where it runs: on the machine of its author, in the webhook, or as CEL in the API server.",
    bad: { rule: '() => ⟦process⟧.env["STAGE"] === "production"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["stage"] === "production"' },
    says: "`process`",
    override: "environment, files and network have no form in CEL",
  },
  {
    code: "unknown-call",
    why: "The API server runs CEL, which knows few functions; those that have the same meaning there are understood.",
    bad: { rule: '({ oldObject }) => ⟦encodeURIComponent⟧(oldObject.metadata.name) === "a"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name === "a"' },
    says: "`encodeURIComponent`",
    override: "those that docs/rules/members.md lists",
  },
  {
    code: "no-such-function",
    why: "The API server's CEL adds, subtracts, multiplies and divides. A root that is worked out by steps would be another number than JavaScript's.",
    bad: { rule: "({ oldObject }) => ⟦Math.sqrt⟧(oldObject.spec?.replicas ?? 0) > 2" },
    good: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) > 2 * 2" },
    says: "`Math.sqrt`",
    override: "compare squares: `(oldObject.spec?.replicas ?? 0) > 2 * 2`",
  },
  {
    code: "unknown-method",
    why: "Only methods that mean the same in both languages are understood.",
    bad: { rule: "({ oldObject }) => ⟦oldObject.metadata.name.codePointAt⟧(0) === 109" },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.startsWith("m")' },
    says: "`codePointAt`",
    override: "docs/rules/members.md lists the methods",
  },
  {
    code: "unknown-property",
    why: "What JavaScript gives to every value, such as `constructor`, is not stored and has no CEL equivalent.",
    bad: { rule: "({ oldObject }) => ⟦(oldObject.metadata.finalizers ?? []).at⟧ === undefined" },
    good: { rule: "({ oldObject }) => (oldObject.metadata.finalizers ?? []).length === 0" },
    says: "`at`",
    override: "read fields that the types",
  },
  {
    code: "unknown-key",
    why: "Maps of the cluster have text for keys. Where a key is not known, nothing can be looked up.",
    bad: { rule: '({ oldObject }) => oldObject.metadata[⟦oldObject.metadata.name === "main" ? "uid" : "name"⟧] === "a"' },
    good: {
      rule: '({ oldObject }) => (oldObject.metadata.name === "main" ? oldObject.metadata.uid : oldObject.metadata.name) === "a"',
    },
    says: '`oldObject.metadata.name === "main" ? "uid" : "name"`',
    override: "use text as the key of a map",
  },
  {
    code: "recursion",
    why: "Functions are put in the place of their calls, which would never end.",
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
    why: "A value of several types, or of any, has to be asked for its type before its text, number or elements can be read. TypeScript sees to it, except where it infers `any`, and for types that nothing can tell apart: two lists, two objects, or types that contain themselves.",
    bad: {
      file: inSite('({ oldObject: { hosts } }) => ⟦hosts⟧?.includes("main") === true'),
    },
    good: {
      file: inSite(
        '({ oldObject: { hosts } }) => typeof hosts === "string" ? hosts === "main" : hosts?.includes("main") === true',
      ),
    },
    says: "`hosts`",
    override: "ask for its type first",
  },
  {
    code: "no-answer",
    why: "TypeScript believes that a field holds one of the texts that its type lists. The cluster may hold another one, which was allowed before or will be; for it the function would answer `undefined`.",
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
    why: "What is asked of a type has to be known when the policy is compiled: each type has a test of its own in CEL.",
    bad: { rule: "({ oldObject }) => ⟦typeof oldObject.spec?.owner === oldObject.kind⟧" },
    good: { rule: '({ oldObject }) => typeof oldObject.spec?.owner === "string"' },
    says: "`typeof oldObject.spec?.owner === oldObject.kind`",
    override: 'compare with `"string"`',
  },
  {
    code: "no-return",
    why: "A rule that returns nothing never denies, and a function that returns nothing gives `undefined`. Somebody forgot the `return`.",
    bad: { rule: '({ oldObject }) => ⟦{\n  const isKept = oldObject.metadata.namespace === "main";\n}⟧' },
    good: { rule: '({ oldObject }) => {\n  const isKept = oldObject.metadata.namespace === "main";\n  return isKept;\n}' },
    says: "never returns a value",
    override: "return what decides",
  },
  {
    code: "not-a-value",
    why: "CEL has text, numbers, booleans, lists and maps. A function, or what may be `undefined`, cannot stand among them.",
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
    why: "In TypeScript two maps are equal when they are one and the same, in CEL when they hold the same.",
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
    why: "TypeScript counts with doubles, CEL with whole numbers of 64 bits as well. Up to 2^53-1 they agree.",
    bad: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) > ⟦9_007_199_254_740_993⟧" },
    good: { rule: "({ oldObject }) => (oldObject.spec?.replicas ?? 0) > 9_007_199_254_740_991" },
    says: "`9007199254740992`",
    override: "use numbers up to 2^53-1",
  },
  {
    code: "mixed-list",
    why: "CEL wants one type for all elements of a list.",
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
    why: "CEL wants one type for both sides of a choice.",
    bad: {
      rule: '({ oldObject, request }) => (⟦request.dryRun ? oldObject.metadata.name : oldObject.spec?.replicas ?? 0⟧) === "main"',
    },
    good: { rule: '({ oldObject, request }) => request.dryRun && oldObject.metadata.name === "main"' },
    says: "`request.dryRun ? oldObject.metadata.name : oldObject.spec?.replicas ?? 0`",
    override: "use one type in all of them",
  },
];
