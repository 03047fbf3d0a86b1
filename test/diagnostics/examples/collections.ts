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
    why: 'In JavaScript, objects inherit keys: `weights["constructor"]` is a function. A `record` has no inherited keys.',
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
    why: "The compiler writes the object out key by key. It does not know the keys of a map from the cluster.",
    bad: { rule: '({ oldObject }) => "keep" in { ⟦...oldObject.metadata.labels⟧, tier: "gold" }' },
    good: { rule: '({ oldObject }) => "keep" in (oldObject.metadata.labels ?? {})' },
    says: "`...oldObject.metadata.labels`",
    override: "spread lists, or objects that are written in the policy",
  },
  {
    code: "changes-list",
    why: "In CEL a list never changes. The compiler can follow a change only where nothing else uses the same list.",
    bad: { rule: '({ oldObject }) => {\n  const own = [oldObject.metadata.name, "a"];\n  return ⟦own.pop⟧() === "a";\n}' },
    good: { rule: '({ oldObject }) => {\n  const own = [oldObject.metadata.name, "a"];\n  return own.at(-1) === "a";\n}' },
    says: "`own.pop`",
    override: "`at(-1)` for `pop()`",
  },
  {
    code: "unsupported-collection",
    why: "In CEL, a set is a list. A map has constant keys, or is a stored map. The characters of a text are neither.",
    bad: { rule: '({ oldObject }) => ⟦new Set(oldObject.metadata.name)⟧.has("-")' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.includes("-")' },
    says: "`new Set(oldObject.metadata.name)`",
    override: "build a `Set` from a list",
  },
  {
    code: "position-in-loop",
    why: "A loop becomes one condition over all elements. CEL does not count them.",
    bad: {
      rule: '({ oldObject }) => {\n  const zones = oldObject.spec?.zones ?? [];\n  for (let i = 0; i < zones.length; i++) {\n    if (⟦i⟧ === 0 && zones[i] === "a") return true;\n  }\n  return false;\n}',
    },
    good: {
      rule: '({ oldObject }) => {\n  const zones = oldObject.spec?.zones ?? [];\n  return zones[0] === "a";\n}',
    },
    says: "`i`",
    override: "read the first one as `list[0]`",
  },
  {
    code: "loop-state",
    why: "CEL evaluates each element independently. The compiler can translate sums, counts, and the first or largest element, but not a value that depends on the state in the middle of the loop.",
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
    why: "Without a second argument, `reduce` starts with the first element. An empty list has none, so JavaScript throws.",
    bad: {
      top: "const sizes: readonly number[] = [];",
      rule: "() => ⟦sizes.reduce((sum, size) => sum + size)⟧ > 3",
    },
    good: { top: "const sizes: readonly number[] = [];", rule: "() => sizes.reduce((sum, size) => sum + size, 0) > 3" },
    says: "`sizes.reduce((sum, size) => sum + size)`",
    override: "give it an initial value",
  },
  {
    code: "gathers-values",
    why: "CEL builds maps from constants, or from the entries of another map. It cannot collect a list for a key that is only known at run time.",
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
    why: "CEL iterates over a map in random order, so the first key may differ each time.",
    bad: { rule: '({ oldObject }) => ⟦Object.keys(oldObject.metadata.labels ?? {})[0]⟧ === "keep"' },
    good: { rule: '({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).some((key) => key === "keep")' },
    says: "`Object.keys(oldObject.metadata.labels ?? {})[0]`",
    override: "use `some`, `every` or `length`",
  },
  {
    code: "slice-bounds",
    why: "The compiler writes the positions out in CEL one by one, or checks them against the size of the list at compile time.",
    bad: {
      rule: '({ oldObject }) => ⟦(oldObject.spec?.zones ?? []).slice(0, (oldObject.metadata.finalizers ?? []).length)⟧.includes("a")',
    },
    good: { rule: '({ oldObject }) => (oldObject.spec?.zones ?? []).slice(0, 2).includes("a")' },
    says: "`(oldObject.spec?.zones ?? []).slice(0, ",
    override: "write them in the policy",
  },
  {
    code: "needs-newer-kubernetes",
    why: "An older cluster does not have the CEL function, and would reject the YAML.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name.split("-").slice(2)⟧.includes("keep")' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.split("-").slice(2, 9).includes("keep")' },
    says: '`oldObject.metadata.name.split("-").slice(2)` needs Kubernetes 1.35',
    override: "compile with `--kube 1.35`",
  },
  {
    code: "nested-iteration",
    why: "The limit for an inner iteration applies when the rule reaches it. If the rule uses positions, CEL cannot tell which inner iteration is reached first.",
    bad: {
      rule: '({ oldObject }) => ⟦(oldObject.spec?.zones ?? []).some((zone, at) => at > 0 && zone.split("-").includes("a"))⟧',
    },
    good: {
      rule: "({ oldObject }) => (oldObject.spec?.zones ?? []).some((zone) => `-${zone}-`.includes('-a-'))",
    },
    says: "`(oldObject.spec?.zones ?? []).some(",
    override: "iterate without the position",
    options: { kube: 33 },
  },
  {
    code: "iterates-record",
    why: "A rule sees only the fields that the type declares. TypeScript would also iterate over other stored fields.",
    bad: { rule: "({ oldObject }) => ⟦Object.keys(oldObject.metadata)⟧.length > 9" },
    good: { rule: "({ oldObject }) => oldObject.metadata.labels !== undefined" },
    says: "`Object.keys(oldObject.metadata)`",
    override: "name the fields",
  },
  {
    code: "sorts-other",
    why: "CEL cannot sort before Kubernetes 1.35. Up to ten different keys can be sorted without it.",
    bad: { rule: '({ oldObject }) => ⟦sorted(oldObject.metadata.finalizers ?? [])⟧.join(" ") === "a b"' },
    good: { rule: '({ oldObject }) => sorted(Object.keys(oldObject.metadata.labels ?? {})).join(" ") === "a b"' },
    says: "`sorted(oldObject.metadata.finalizers ?? [])`",
    override: "`sorted` takes `Object.keys(...)`",
  },
  {
    code: "fewer-entries",
    why: "Each entry of one list is compared with each entry of another, several times. The compiler lowers the limit on entries until the cost fits, and warns. If an object has more entries, the rule denies with its own message.",
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
    why: "The guard of Namespaces searches the Namespace for protected objects. With a label, the API server finds only the marked objects. With an annotation, it evaluates the policy for each object. Measured on Kubernetes 1.37 with 100 such policies and 1,000 ConfigMaps: deleting the Namespace takes 3.9 s, and 12 ms with labels.",
    bad: { file: keeping("annotations").join("⟦") + "⟧;\n" },
    good: { file: `${keeping("labels").join("")};\n` },
    says: "policy `keep-settings` makes deletes of Namespaces slower: it evaluates each ConfigMap",
    override: 'metadata.labels?.["example.com/keep"]',
  },
  {
    code: "shorter-texts",
    why: "The cost of a pattern grows with its length and the length of the text, and a field may hold 1.5 MiB. The compiler limits the text that patterns, `trim` and `toLowerCase` read until the cost fits, and warns. If a text is longer, the rule denies with its own message.",
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
    why: "The API server counts the cost of an evaluation, and stops at a limit. The compiler computes the highest possible cost.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => Object.values(oldObject.metadata.annotations ?? {}).some((entry) => ${parts(150)}), message: "no" }⟧ }`,
    },
    good: {
      rule: '({ oldObject }) => Object.values(oldObject.metadata.annotations ?? {}).some((entry) => entry.startsWith("x"))',
    },
    says: "rule `example`",
    override: "compare less for each entry",
  },
  {
    code: "iterator-later",
    why: "`keys`, `values` and `entries` of lists, sets and maps, and `matchAll`, return an iterator. It is empty on the second use, but a list is not.",
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
    why: "The parser of the API server stops at 250 levels. Each concatenation of text and each nested alternative is a level. `&&` and `||` are not.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => \`${"${oldObject.metadata.name}-".repeat(130)}\` === "x", message: "no" }⟧ }`,
    },
    good: { rule: '({ oldObject }) => `${oldObject.metadata.name}-${oldObject.metadata.name}` === "x-x"' },
    says: "rule `example`",
    override: "split it with `const`",
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
    override: "split the policy",
  },
];
