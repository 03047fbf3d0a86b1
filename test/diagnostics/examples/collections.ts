import type { Example } from "../example.ts";

const parts = (count: number): string =>
  Array.from({ length: count }, (_, at) => `entry.split("${at}")[1] === entry.split("x${at}")[2]`).join(" || ");

const zones = Array.from({ length: 25 }, (_, at) => `zone-${at}`).join("|");

const keeping = (map: "annotations" | "labels"): readonly [before: string, policy: string] => [
  'import { deletionPolicy, terminating } from "holdfast";\nexport default ',
  `deletionPolicy({
  name: "keep-settings",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [terminating()],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.${map}?.["example.com/keep"] === "true", message: "it is kept" },
  },
})`,
];

/** Lists and maps, of the policy and of the cluster. */
export const collectionExamples: readonly Example[] = [
  {
    code: "object-as-table",
    why: '`weights["constructor"]` is a function in TypeScript: objects inherit keys. It can be compared, but not calculated with.',
    bad: {
      top: "const weights: Readonly<Record<string, number>> = { main: 2 };",
      rule: "({ oldObject }) => (⟦weights[oldObject.metadata.name] ?? 0⟧) + 1 > 2",
    },
    good: {
      top: "const weights = record({ main: 2 });",
      rule: "({ oldObject }) => (weights[oldObject.metadata.name] ?? 0) + 1 > 2",
    },
    says: "`weights[oldObject.metadata.name] ?? 0`",
    override: "`record({ ... })`",
  },
  {
    code: "spread-of-stored",
    why: "The compiler writes an object down key by key, which it cannot for a map of the cluster.",
    bad: { rule: '({ oldObject }) => "keep" in { ⟦...oldObject.metadata.labels⟧, tier: "gold" }' },
    good: { rule: '({ oldObject }) => "keep" in (oldObject.metadata.labels ?? {})' },
    says: "`...oldObject.metadata.labels`",
    override: "spread lists, and objects that are written in the policy",
  },
  {
    code: "changes-list",
    why: "What an expression gives is one thing, and what it does to a list that has a name would be another.",
    bad: { rule: '({ oldObject }) => {\n  const own = [oldObject.metadata.name, "a"];\n  return ⟦own.pop⟧() === "a";\n}' },
    good: { rule: '({ oldObject }) => {\n  const own = [oldObject.metadata.name, "a"];\n  return own.at(-1) === "a";\n}' },
    says: "`own.pop`",
    override: "`at(-1)` for `pop()`",
  },
  {
    code: "unsupported-collection",
    why: "A set is a list in CEL, and a map is one with constant keys, or a stored one. The characters of a text are neither.",
    bad: { rule: '({ oldObject }) => ⟦new Set(oldObject.metadata.name)⟧.has("-")' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.includes("-")' },
    says: "`new Set(oldObject.metadata.name)`",
    override: "make a `Set` of a list",
  },
  {
    code: "position-in-loop",
    why: "A loop becomes one condition over all elements, and CEL counts none of them.",
    bad: {
      rule: '({ oldObject }) => {\n  const zones = oldObject.spec?.zones ?? [];\n  for (let i = 0; i < zones.length; i++) {\n    if (⟦i⟧ === 0 && zones[i] === "a") return true;\n  }\n  return false;\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  const zones = oldObject.spec?.zones ?? [];\n  return zones[0] === "a";\n}',
    },
    says: "`i`",
    override: "read the first as `list[0]`",
  },
  {
    code: "loop-state",
    why: "CEL asks each element for itself. What the steps of all elements come to can be said where each kind of step has a function; whether a count has been reached in the middle has none.",
    bad: {
      rule: '({ oldObject }) => {\n  let count = 0;\n  for (const zone of oldObject.spec?.zones ?? []) {\n    if (zone !== "a") count++;\n    if (⟦count > 3⟧) return true;\n  }\n  return false;\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  let count = 0;\n  for (const zone of oldObject.spec?.zones ?? []) {\n    if (zone !== "a") count++;\n  }\n  return count > 3;\n}',
    },
    says: "`count > 3`",
    override: "a loop may count, add up, collect",
  },
  {
    code: "reduce-of-nothing",
    why: "Without a second argument `reduce` begins with the first element, and there is none.",
    bad: {
      top: "const sizes: readonly number[] = [];",
      rule: "() => ⟦sizes.reduce((sum, size) => sum + size)⟧ > 3",
    },
    good: { top: "const sizes: readonly number[] = [];", rule: "() => sizes.reduce((sum, size) => sum + size, 0) > 3" },
    says: "`sizes.reduce((sum, size) => sum + size)`",
    override: "say where it starts",
  },
  {
    code: "gathers-values",
    why: "CEL makes maps of constants and of the entries of another map. A list under a key that only the cluster knows is neither.",
    bad: {
      rule: '({ oldObject }) => {\n  const groups = ⟦Object.groupBy⟧(oldObject.spec?.zones ?? [], (zone) => zone.startsWith("eu-") ? "eu" : "elsewhere");\n  return Object.values(groups).some((zones) => (zones ?? []).length > 1);\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  const zones = oldObject.spec?.zones ?? [];\n  const key = (zone: string) => zone.startsWith("eu-") ? "eu" : "elsewhere";\n  return zones.some((x) => zones.filter((y) => key(y) === key(x)).length > 1);\n}',
    },
    says: "`Object.groupBy`",
    override:
      "`(oldObject.spec?.zones ?? []).some((x) => (oldObject.spec?.zones ?? []).filter((y) => key(y) === key(x)).length > 1)`",
  },
  {
    code: "order-of-map",
    why: "CEL iterates over a map in random order, so the first key is another one each time.",
    bad: { rule: '({ oldObject }) => ⟦Object.keys(oldObject.metadata.labels ?? {})[0]⟧ === "keep"' },
    good: { rule: '({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).some((key) => key === "keep")' },
    says: "`Object.keys(oldObject.metadata.labels ?? {})[0]`",
    override: "ask with `some`, `every` or `length`",
  },
  {
    code: "slice-bounds",
    why: "The positions are written out one by one in CEL, or checked against the size of the list while compiling.",
    bad: {
      rule: '({ oldObject }) => ⟦(oldObject.spec?.zones ?? []).slice(0, (oldObject.metadata.finalizers ?? []).length)⟧.includes("a")',
    },
    good: { rule: '({ oldObject }) => (oldObject.spec?.zones ?? []).slice(0, 2).includes("a")' },
    says: "`(oldObject.spec?.zones ?? []).slice(0, ",
    override: "write them in the policy",
  },
  {
    code: "needs-newer-kubernetes",
    why: "The YAML would be rejected by a cluster that does not know the function yet.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name.split("-").slice(2)⟧.includes("keep")' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.split("-").slice(2, 9).includes("keep")' },
    says: '`oldObject.metadata.name.split("-").slice(2)` needs Kubernetes 1.35',
    override: "compile with `--kube 1.35`",
  },
  {
    code: "nested-iteration",
    why: "What is iterated over for each element is limited when it is reached, and CEL cannot tell where it was reached first once positions are asked for.",
    bad: {
      rule: '({ oldObject }) => ⟦(oldObject.spec?.zones ?? []).some((zone, at) => at > 0 && zone.split("-").includes("a"))⟧',
    },
    good: {
      rule: "({ oldObject }) => (oldObject.spec?.zones ?? []).some((zone) => `-${zone}-`.includes('-a-'))",
    },
    says: "`(oldObject.spec?.zones ?? []).some(",
    override: "ask without the position",
    options: { kube: 33 },
  },
  {
    code: "iterates-record",
    why: "The fields of an object are those of its type, whatever else is stored. TypeScript would show all of them.",
    bad: { rule: "({ oldObject }) => ⟦Object.keys(oldObject.metadata)⟧.length > 9" },
    good: { rule: "({ oldObject }) => oldObject.metadata.labels !== undefined" },
    says: "`Object.keys(oldObject.metadata)`",
    override: "name the fields",
  },
  {
    code: "sorts-other",
    why: "CEL cannot sort before Kubernetes 1.35. Ten keys, each of them once, can be put in order anyway.",
    bad: { rule: '({ oldObject }) => ⟦sorted(oldObject.metadata.finalizers ?? [])⟧.join(" ") === "a b"' },
    good: { rule: '({ oldObject }) => sorted(Object.keys(oldObject.metadata.labels ?? {})).join(" ") === "a b"' },
    says: "`sorted(oldObject.metadata.finalizers ?? [])`",
    override: "`sorted` takes `Object.keys(...)`",
  },
  {
    code: "fewer-entries",
    why: "Each entry of one list is compared with each of another, several times. The compiler lowers the limit on entries as far as the cost demands, and says so; beyond it the rule denies, with a message of its own.",
    bad: {
      rules:
        '{ ⟦example: { denyWhen: ({ oldObject: { metadata } }) => (metadata.finalizers ?? []).some((one) => Object.keys(metadata.annotations ?? {}).some((key) => key.startsWith(`${one}/`) || key.endsWith(`/${one}`) || key.includes(`.${one}.`) || key.includes(`-${one}-`) || key.includes(`_${one}_`))), message: "no" }⟧ }',
    },
    good: {
      rules:
        '{ example: { denyWhen: ({ oldObject: { metadata } }) => (metadata.finalizers ?? []).some((one) => Object.keys(metadata.annotations ?? {}).some((key) => key.startsWith(one))), message: "no" } }',
    },
    says: "rule `example`",
    override: "compare less for each",
  },
  {
    code: "costly-namespaces",
    why: "The guard of Namespaces looks up what a Namespace holds. By a label the API server finds the marked objects alone; for an annotation it evaluates the policy for each object. Measured on Kubernetes 1.37: 100 such policies and 1,000 ConfigMaps make the delete of their Namespace take 3.9 s, with labels 12 ms.",
    bad: { file: keeping("annotations").join("⟦") + "⟧;\n" },
    good: { file: `${keeping("labels").join("")};\n` },
    says: "policy `keep-settings` to look at each ConfigMap",
    override: 'metadata.labels?.["example.com/keep"]',
  },
  {
    code: "shorter-texts",
    why: "What a pattern costs goes by its length and by that of the text, and a field may hold 1.5 MiB. The compiler sets a limit on the texts that patterns, `trim` and `toLowerCase` read, as far as the cost demands, and says so; beyond it the rule denies, with a message of its own.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => /^(${zones})-[a-z0-9]+$/u.test(oldObject.metadata.annotations?.["example.com/zone"] ?? ""), message: "no" }⟧ }`,
    },
    good: {
      rules:
        '{ example: { denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["example.com/zone"]?.startsWith("zone-"), message: "no" } }',
    },
    says: "rule `example`",
    override: "instead of a pattern",
  },
  {
    code: "too-expensive",
    why: "The API server adds up what an evaluation costs and ends it at the limit. The compiler adds up what it can cost at most.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => Object.values(oldObject.metadata.annotations ?? {}).some((entry) => ${parts(150)}), message: "no" }⟧ }`,
    },
    good: {
      rule: '({ oldObject }) => Object.values(oldObject.metadata.annotations ?? {}).some((entry) => entry.startsWith("x"))',
    },
    says: "rule `example`",
    override: "compare fewer things for each entry",
  },
  {
    code: "iterator-later",
    why: "`keys`, `values` and `entries` of lists, sets and maps, and `matchAll`, give an iterator. Whoever goes through it a second time finds nothing, where a list has everything again.",
    bad: {
      rule: '({ oldObject }) => {\n  const all = ⟦(oldObject.metadata.finalizers ?? []).values()⟧;\n  return [...all].includes("a");\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  const all = [...(oldObject.metadata.finalizers ?? []).values()];\n  return all.includes("a");\n}',
    },
    says: "`(oldObject.metadata.finalizers ?? []).values()`",
    override: "`[...(oldObject.metadata.finalizers ?? []).values()]`",
  },
  {
    code: "expression-too-deep",
    why: "The parser of the API server stops at 250 levels. Texts that are put together and alternatives within alternatives are one level each; `&&` and `||` are not.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => \`${"${oldObject.metadata.name}-".repeat(130)}\` === "x", message: "no" }⟧ }`,
    },
    good: { rule: '({ oldObject }) => `${oldObject.metadata.name}-${oldObject.metadata.name}` === "x-x"' },
    says: "rule `example`",
    override: "divide it into `const`",
  },
  {
    code: "expression-too-long",
    why: "The parser of the API server stops at 100,000 characters.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => names.includes(oldObject.metadata.name), message: "no" }⟧ }`,
      top: `const names = [${Array.from({ length: 1200 }, (_, at) => `"${String(at).padStart(90, "database-")}"`).join(", ")}];`,
    },
    good: {
      rule: "({ oldObject }) => names.includes(oldObject.metadata.name)",
      top: 'const names = ["database-1", "database-2"];',
    },
    says: "rule `example`",
    override: "divide the policy",
  },
];
