import { iterationLimit, nestedLimit } from "../../../compiler/language/limits.ts";
import type { Family } from "../language-case.ts";

const finalizers = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `x/${at}`);
const labels = Object.fromEntries(Array.from({ length: nestedLimit + 1 }, (_, at) => [`l${at}`, "x"]));

const list = "const list = oldObject.metadata.finalizers ?? [];";
const find = (name: string): string => `for (let i = 0; i < list.length; i++) { if (list[i] === "${name}") return true; }`;
const inside = `for (let i = 0; i < list.length; i++) { if (list[i] === "x/none") return Object.keys(oldObject.metadata.labels ?? {}).some((key) => key === "l0"); }`;

const tooLarge = "cannot be judged: more than 2000 entries in a list or map; remove some";
const tooLargeInside = "cannot be judged: more than 2000 entries in a list or map (100 inside another); remove some";

/** The length of `metadata.finalizers` is known without looking at each of them. */
export const loopsByPosition: Family = {
  title: "loops by position over a list whose length is known",
  requests: {
    two: { stored: { metadata: { finalizers: finalizers(2) } } },
    "as many as a rule goes through": { stored: { metadata: { finalizers: finalizers(iterationLimit) } } },
    "one more": { stored: { metadata: { finalizers: finalizers(iterationLimit + 1) } } },
    "one more, and off": { stored: { metadata: { finalizers: finalizers(iterationLimit + 1), annotations: { off: "true" } } } },
    "many labels": { stored: { metadata: { finalizers: finalizers(2), labels } } },
    "many labels alone": { stored: { metadata: { labels } } },
    "more than may be around others": { stored: { metadata: { finalizers: finalizers(nestedLimit + 1) } } },
    nothing: { stored: {} },
  },
  cases: [
    {
      title: "too many of them cannot be judged, wherever the loop ends",
      rule: `({ oldObject }) => { ${list} ${find("x/0")} return false; }`,
      denies: [
        "two",
        "as many as a rule goes through",
        "one more",
        "one more, and off",
        "many labels",
        "more than may be around others",
      ],
      says: { "one more": `Thing one-more ${tooLarge}` },
    },
    {
      title: "a loop that is not reached does not count",
      rule: `({ oldObject }) => { ${list} if (oldObject.metadata.annotations?.["off"] === "true") return false; ${find("x/none")} return false; }`,
      denies: ["one more"],
    },
    {
      title: "of too many the length counts as the loop does",
      rule: `({ oldObject }) => { ${list} if (list.length > 2000) return false; ${find("x/none")} return false; }`,
      denies: ["one more", "one more, and off"],
      says: { "one more, and off": `Thing one-more-and-off ${tooLarge}` },
    },
    {
      title: "one element of too many can be read",
      rule: `({ oldObject }) => { ${list} if (list[0] === "x/0") return false; ${find("x/none")} return true; }`,
      denies: ["many labels alone", "nothing"],
    },
    {
      title: "the length of a list that no loop goes through is known",
      rule: `({ oldObject }) => { ${list} for (let i = 0; i < (oldObject.metadata.ownerReferences ?? []).length; i++) return true; return list.length > 2000; }`,
      denies: ["one more", "one more, and off"],
    },
    {
      title: "of lists that it is chosen from, the one that is taken",
      rule: `({ oldObject }) => { const list = oldObject.metadata.annotations?.["off"] === "true" ? [] : (oldObject.metadata.finalizers ?? []); if (list.length > 2000) return false; ${find("x/none")} return false; }`,
      denies: ["one more"],
    },
    {
      title: "what it iterates over inside is small enough before it begins",
      rule: `({ oldObject }) => { ${list} ${inside} return false; }`,
      denies: [
        "as many as a rule goes through",
        "one more",
        "one more, and off",
        "many labels",
        "more than may be around others",
      ],
      says: { "many labels": `Thing many-labels ${tooLargeInside}` },
    },
    {
      title: "and before its length is read",
      rule: `({ oldObject }) => { ${list} if (list.length === 2) return false; ${inside} return false; }`,
      denies: [
        "as many as a rule goes through",
        "one more",
        "one more, and off",
        "many labels",
        "more than may be around others",
      ],
    },
  ],
};

const tooManyParts =
  "Thing one-more cannot be judged: more than 2000 entries in a list or map, or 2000 parts or 131072 characters of a text; shorten it";
const parts = (count: number): object => ({ stored: { metadata: { annotations: { x: "a,".repeat(count - 1) + "b" } } } });
const split = `const parts = (oldObject.metadata.annotations?.["x"] ?? "").split(",");`;
const findPart = `for (let i = 0; i < parts.length; i++) { if (parts[i] === "a") return true; }`;

/** TypeScript counts parts where a text is divided, and no path leads there. */
export const partsByPosition: Family = {
  title: "loops by position over the parts of a text",
  requests: {
    two: parts(2),
    "as many as a rule goes through": parts(iterationLimit),
    "one more": parts(iterationLimit + 1),
    nothing: { stored: {} },
  },
  cases: [
    {
      title: "too many of them cannot be judged",
      rule: `({ oldObject }) => { ${split} ${findPart} return false; }`,
      denies: ["two", "as many as a rule goes through", "one more"],
      says: { "one more": tooManyParts },
    },
    {
      title: "of too many the length counts as the loop does",
      rule: `({ oldObject }) => { ${split} if (parts.length > 2000) return false; ${findPart} return false; }`,
      denies: ["two", "as many as a rule goes through", "one more"],
      says: { "one more": tooManyParts },
    },
    {
      title: "without a loop the length is known",
      rule: `({ oldObject }) => { ${split} return parts.length > 2000; }`,
      denies: ["one more"],
    },
  ],
};
