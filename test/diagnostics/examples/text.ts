import type { Example } from "../example.ts";

/** Text, and numbers in text. */
export const textExamples: readonly Example[] = [
  {
    code: "unknown-separator",
    why: "A separator from the cluster may be empty. Then the text is split into characters, which TypeScript and CEL count differently.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name.split(oldObject.metadata.labels?.["by"] ?? "-")⟧[0] === "x"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.split("-")[0] === "x"' },
    says: "`oldObject.metadata.name.split(",
    override: 'write it out: `split(".")`',
  },
  {
    code: "too-many-arguments",
    why: "Additional arguments often count characters or positions, and those differ.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name.startsWith("x", 1)⟧' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.split("-")[1] === "x"' },
    says: '`oldObject.metadata.name.startsWith("x", 1)`',
    override: "remove the extra arguments",
  },
  {
    code: "orders-text",
    why: "TypeScript orders text by UTF-16 units, and CEL by code points. Characters beyond U+D7FF may be in another order.",
    bad: {
      rule: '({ oldObject: { metadata: { annotations } } }) => ⟦(annotations?.["a"] ?? "") < (annotations?.["b"] ?? "")⟧',
    },
    good: {
      rule: '({ oldObject: { metadata: { annotations } } }) => (ascii(annotations?.["a"]) ?? "") < (annotations?.["b"] ?? "") || (annotations?.["c"] ?? "") < "n"',
    },
    says: '`(annotations?.["a"] ?? "") < (annotations?.["b"] ?? "")`',
    override: "if one of the two is ASCII",
  },
  {
    code: "counts-characters",
    why: '`"😀".slice(1)` is half a character in TypeScript, and empty in CEL. Names, namespaces and labels are ASCII. Any other text may contain such characters.',
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.annotations?.["keep"]?.slice⟧(1, 3) === "es"' },
    good: { rule: '({ oldObject }) => ascii(oldObject.metadata.annotations?.["keep"])?.slice(1, 3) === "es"' },
    says: '`oldObject.metadata.annotations?.["keep"]?.slice(1, 3)`',
    override: 'write `ascii(oldObject.metadata.annotations?.["keep"])?.slice(1, 3)`',
  },
  {
    code: "unknown-count",
    why: "CEL has no loop to repeat a text. The compiler writes out a known number.",
    bad: { rule: '({ oldObject }) => ⟦"-".padStart(oldObject.metadata.name.length)⟧ === "  -"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.padStart(3, "-") === "--a"' },
    says: '`"-".padStart(oldObject.metadata.name.length)`',
    override: "write a number up to 128 in the policy",
  },
  {
    code: "knows-alphabets",
    why: "TypeScript changes the case of all alphabets, and CEL only of ASCII. The Kelvin sign becomes a `k` in only one of them.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.annotations?.["keep"]?.toLowerCase⟧() === oldObject.metadata.name' },
    good: {
      rule: '({ oldObject }) => ascii(oldObject.metadata.annotations?.["keep"])?.toLowerCase() === oldObject.metadata.name',
    },
    says: '`oldObject.metadata.annotations?.["keep"]?.toLowerCase()`',
    override: "or compare it with ASCII constants alone",
  },
  {
    code: "replacement-pattern",
    why: "In JavaScript, `$&` in a replacement means the match, and text from the cluster may contain it.",
    bad: {
      rule: '({ oldObject }) => ⟦"a-b".replace("b", oldObject.metadata.annotations?.["to"] ?? "")⟧ === oldObject.metadata.name',
    },
    good: {
      rule: '({ oldObject }) => "a-b".replace("b", () => oldObject.metadata.annotations?.["to"] ?? "") === oldObject.metadata.name',
    },
    says: "has a replacement in which JavaScript treats `$` as a pattern",
    override: "pass a function",
  },
  {
    code: "lone-surrogate",
    why: "Half a surrogate pair is not a character. JSON from the cluster cannot contain it either.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name === "\\uD83D"⟧' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name === "\\u{1F600}"' },
    says: "\\uD83D",
    override: "write the whole character",
  },
  {
    code: "absent-in-message",
    why: "JavaScript prints the word `undefined`, and so does the message.",
    bad: { message: "({ oldObject }) => `${⟦oldObject.metadata.namespace⟧}/${oldObject.metadata.name} is kept`" },
    good: { message: '({ oldObject }) => `${oldObject.metadata.namespace ?? "none"}/${oldObject.metadata.name} is kept`' },
    says: "`oldObject.metadata.namespace`",
    override: '`oldObject.metadata.namespace ?? "none"`',
  },
  {
    code: "object-in-message",
    why: "JavaScript prints nothing that is in an object.",
    bad: { message: "({ oldObject }) => `${⟦oldObject.metadata⟧} is kept`" },
    good: { message: "({ oldObject }) => `${oldObject.metadata.name} is kept`" },
    says: "`oldObject.metadata`",
    override: "name the field",
  },
  {
    code: "not-text",
    why: "CEL may print a million as `1000000` or `1e+06`. A message shows `(cannot be shown)` if the two differ, but a condition has to be exact.",
    bad: {
      rule: "({ oldObject }) => `${⟦oldObject.spec?.replicas ?? 1⟧}` === oldObject.metadata.name",
    },
    good: { message: "({ oldObject }) => `kept with ${(oldObject.metadata.finalizers ?? []).length} finalizers`" },
    says: "`oldObject.spec?.replicas ?? 1`",
    override: "lengths and other small whole numbers",
  },
];
