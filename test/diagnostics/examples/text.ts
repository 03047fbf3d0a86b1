import type { Example } from "../example.ts";

/** Text, and numbers in text. */
export const textExamples: readonly Example[] = [
  {
    code: "unknown-separator",
    why: '`split("")` cuts text into characters, which TypeScript and CEL count differently; a separator from the cluster may be empty.',
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name.split("")⟧[0] === "x"' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.startsWith("x")' },
    says: '`oldObject.metadata.name.split("")`',
    wayOut: 'write `split(".")`',
  },
  {
    code: "too-many-arguments",
    why: "A second argument counts characters or positions, and those differ.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name.startsWith("x", 1)⟧' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name.split("-")[1] === "x"' },
    says: '`oldObject.metadata.name.startsWith("x", 1)`',
    wayOut: "leave the others out",
  },
  {
    code: "orders-text",
    why: "TypeScript orders text by UTF-16 units, CEL by code points.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name < "n"⟧' },
    good: { rule: "({ oldObject }) => (oldObject.metadata.finalizers ?? []).length < 3" },
    says: '`oldObject.metadata.name < "n"`',
    wayOut: "compare numbers",
  },
  {
    code: "counts-characters",
    why: '`"😀".length` is 2 in TypeScript and 1 in CEL.',
    bad: { rule: "({ oldObject }) => ⟦oldObject.metadata.name.length⟧ === 0" },
    good: { rule: '({ oldObject }) => oldObject.metadata.name === ""' },
    says: "`length`",
    wayOut: 'compare with `=== ""`',
  },
  {
    code: "knows-alphabets",
    why: "TypeScript knows the upper and lower case of all alphabets, CEL only of ASCII; so for `trim` and white space.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.labels?.["keep"]?.toLowerCase⟧() === "true"' },
    good: { rule: '({ oldObject }) => ["true", "True", "TRUE"].includes(oldObject.metadata.labels?.["keep"] ?? "")' },
    says: '`oldObject.metadata.labels?.["keep"]?.toLowerCase()`',
    wayOut: "compare with every spelling that is meant",
  },
  {
    code: "lone-surrogate",
    why: "Half of a character is no character. JSON from the cluster cannot hold it either.",
    bad: { rule: '({ oldObject }) => ⟦oldObject.metadata.name === "\\uD83D"⟧' },
    good: { rule: '({ oldObject }) => oldObject.metadata.name === "\\u{1F600}"' },
    says: "\\uD83D",
    wayOut: "write the whole character",
  },
  {
    code: "absent-in-text",
    why: "TypeScript would write the word `undefined`.",
    bad: { message: "({ oldObject }) => `${⟦oldObject.metadata.namespace⟧}/${oldObject.metadata.name} is kept`" },
    good: { message: '({ oldObject }) => `${oldObject.metadata.namespace ?? ""}/${oldObject.metadata.name} is kept`' },
    says: "`oldObject.metadata.namespace`",
    wayOut: 'write a fallback: `?? ""`',
  },
  {
    code: "not-text",
    why: "A number or a list prints differently in the two languages: `1e21` against `1e+21`.",
    bad: { message: "({ oldObject }) => `kept with ${⟦(oldObject.metadata.finalizers ?? []).length⟧} finalizers`" },
    good: {
      message:
        '({ oldObject }) => `kept with ${(oldObject.metadata.finalizers ?? []).length > 1 ? "many finalizers" : "a finalizer"}`',
    },
    says: "`(oldObject.metadata.finalizers ?? []).length`",
    wayOut: "put only text into text",
  },
];
