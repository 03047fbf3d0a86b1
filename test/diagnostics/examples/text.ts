import type { Example } from "../example.ts";

/** Text, and numbers in text. */
export const textExamples: readonly Example[] = [
  {
    code: "unknown-separator",
    why: "A separator from the cluster may be empty, and then cuts text into characters, which TypeScript and CEL count differently.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name.split(oldObject.metadata.labels?.["by"] ?? "-")⟧[0] === "x"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.split("-")[0] === "x"' },
    says: "`oldObject.metadata.name.split(",
    override: 'write it out: `split(".")`',
  },
  {
    code: "too-many-arguments",
    why: "A second argument counts characters or positions, and those differ.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name.startsWith("x", 1)⟧' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.split("-")[1] === "x"' },
    says: '`oldObject.metadata.name.startsWith("x", 1)`',
    override: "leave out the others",
  },
  {
    code: "orders-text",
    why: "TypeScript orders text by UTF-16 units, CEL by code points, and two characters beyond U+D7FF may be the other way round.",
    bad: {
      rule: '({ oldObject: { metadata: { annotations } } }) => ⟦(annotations?.["a"] ?? "") < (annotations?.["b"] ?? "")⟧',
    },
    good: {
      rule: '({ oldObject: { metadata: { annotations } } }) => (ascii(annotations?.["a"]) ?? "") < (annotations?.["b"] ?? "") || (annotations?.["c"] ?? "") < "n"',
    },
    says: '`(annotations?.["a"] ?? "") < (annotations?.["b"] ?? "")`',
    override: "where one of the two is ASCII",
  },
  {
    code: "counts-characters",
    why: '`"😀".slice(1)` is half of a character in TypeScript and nothing in CEL. Names, namespaces and labels are ASCII; anything else may hold such characters.',
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.annotations?.["keep"]?.slice⟧(1, 3) === "es"' },
    good: { rule: '({ oldObject }) => ascii(oldObject.metadata.annotations?.["keep"])?.slice(1, 3) === "es"' },
    says: '`oldObject.metadata.annotations?.["keep"]?.slice(1, 3)`',
    override: 'write `ascii(oldObject.metadata.annotations?.["keep"])?.slice(1, 3)`',
  },
  {
    code: "unknown-count",
    why: "CEL has no loop that could repeat a text; what is known is written out.",
    bad: { rule: '({ oldObject }) => ⟦"-".padStart(oldObject.metadata.name.length)⟧ === "  -"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.padStart(3, "-") === "--a"' },
    says: '`"-".padStart(oldObject.metadata.name.length)`',
    override: "write the number in the policy",
  },
  {
    code: "knows-alphabets",
    why: "TypeScript knows the upper and lower case of all alphabets, CEL only of ASCII: the Kelvin sign becomes a `k` in one of them.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.annotations?.["keep"]?.toLowerCase⟧() === oldObject.metadata.name' },
    good: {
      rule: '({ oldObject }) => ascii(oldObject.metadata.annotations?.["keep"])?.toLowerCase() === oldObject.metadata.name',
    },
    says: '`oldObject.metadata.annotations?.["keep"]?.toLowerCase()`',
    override: "or compare it with ASCII constants alone",
  },
  {
    code: "replacement-pattern",
    why: "JavaScript puts what was found in the place of `$&`, and text of the cluster may hold that.",
    bad: {
      rule: '({ oldObject }) => ⟦"a-b".replace("b", oldObject.metadata.annotations?.["to"] ?? "")⟧ === oldObject.metadata.name',
    },
    good: {
      rule: '({ oldObject }) => "a-b".replace("b", () => oldObject.metadata.annotations?.["to"] ?? "") === oldObject.metadata.name',
    },
    says: "replaces by text",
    override: "give it by a function",
  },
  {
    code: "lone-surrogate",
    why: "Half of a character is no character. JSON from the cluster cannot hold it either.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name === "\\uD83D"⟧' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name === "\\u{1F600}"' },
    says: "\\uD83D",
    override: "write the whole character",
  },
  {
    code: "absent-in-message",
    why: "JavaScript writes the word `undefined`, and so does the message.",
    bad: { message: "({ oldObject }) => `${⟦oldObject.metadata.namespace⟧}/${oldObject.metadata.name} is kept`" },
    good: { message: '({ oldObject }) => `${oldObject.metadata.namespace ?? "none"}/${oldObject.metadata.name} is kept`' },
    says: "`oldObject.metadata.namespace`",
    override: '`oldObject.metadata.namespace ?? "none"`',
  },
  {
    code: "object-in-message",
    why: "JavaScript prints nothing of what is in an object.",
    bad: { message: "({ oldObject }) => `${⟦oldObject.metadata⟧} is kept`" },
    good: { message: "({ oldObject }) => `${oldObject.metadata.name} is kept`" },
    says: "`oldObject.metadata`",
    override: "name the field",
  },
  {
    code: "not-text",
    why: "A million may be `1000000` or `1e+06` in CEL. A message says so where the two differ; what decides has to be exact.",
    bad: {
      rule: "({ oldObject }) => `${⟦oldObject.spec?.replicas ?? 1⟧}` === oldObject.metadata.name",
    },
    good: { message: "({ oldObject }) => `kept with ${(oldObject.metadata.finalizers ?? []).length} finalizers`" },
    says: "`oldObject.spec?.replicas ?? 1`",
    override: "lengths and other small whole numbers",
  },
];
