import { iterationLimit } from "../../../compiler/language/limits.ts";
import type { Family } from "../language-case.ts";

const keys = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), ""]));

const tooLarge = "cannot be judged: more than 2000 entries in a list or map; remove some";

const requests = {
  small: { stored: { metadata: { annotations: { a: "1" }, labels: { on: "true" } }, spec: { list: ["a"], map: { a: "1" } } } },
  "at the limit": {
    stored: {
      metadata: { annotations: keys(iterationLimit) },
      spec: { list: Array.from({ length: iterationLimit }, String), map: keys(iterationLimit) },
    },
  },
  over: {
    stored: {
      metadata: { annotations: keys(iterationLimit + 1), labels: { on: "true" } },
      spec: { list: Array.from({ length: iterationLimit + 1 }, String), map: keys(iterationLimit + 1) },
    },
  },
  "over, and off": {
    stored: {
      metadata: { annotations: keys(iterationLimit + 1) },
      spec: {
        list: Array.from({ length: iterationLimit + 1 }, () => 1),
        map: Object.fromEntries(Object.keys(keys(iterationLimit + 1)).map((key) => [key, 1])),
      },
    },
  },
  "as many as the server stores": { stored: { metadata: { annotations: keys(62_000), labels: { on: "true" } } } },
  "eleven keys": {
    stored: { metadata: { annotations: keys(11), finalizers: Array.from({ length: iterationLimit + 1 }, (_, at) => `x/${at}`) } },
  },
  bare: { stored: {} },
} as const;

const all = Object.keys(requests);
const over = ["over", "over, and off", "as many as the server stores"];
const overOn = ["over", "as many as the server stores"];
const denial = (name: string): string => `Thing ${name.replaceAll(/[^a-z]+/g, "-")} ${tooLarge}`;

/** Of a rule that names keys, in order. */
const naming = (text: string): string => text.replace("; remove some", ", or 10 keys to name; remove some");
const on = `const on = oldObject.metadata.labels?.["on"] === "true"; const annotations = oldObject.metadata.annotations ?? {};`;

export const limits: Family = {
  title: "iterates over over more than 2,000 entries",
  type: "spec?: { list?: string[]; map?: Record<string, string> }",
  requests,
  cases: [
    {
      title: "what is looked up for each entry may be the same long text each time",
      rule: '({ oldObject: { spec } }) => (spec?.list ?? []).slice(0, 3).some((one) => (spec?.map?.[one] ?? "").includes("1"))',
      denies: ["small", "over", "over, and off"],
    },
    {
      title: "withinIterationLimit",
      rule: `({ oldObject }) => !withinIterationLimit(oldObject.metadata.annotations)`,
      denies: over,
    },
    {
      title: "the place before the first",
      rule: `({ oldObject }) => oldObject.spec?.list?.[-1] !== undefined`,
      denies: ["over", "over, and off"],
    },
    {
      title: "the place of what is not found",
      rule: `({ oldObject }) => oldObject.spec?.list?.[(oldObject.metadata.finalizers ?? []).indexOf("none")] !== undefined`,
      denies: ["over", "over, and off"],
    },
    {
      title: "withinIterationLimit, before an iteration",
      rule: `({ oldObject }) => withinIterationLimit(oldObject.metadata.annotations) && Object.keys(oldObject.metadata.annotations ?? {}).includes("0")`,
      denies: ["at the limit", "eleven keys"],
    },
    {
      title: "withinIterationLimit, where there is none",
      rule: `({ oldObject, request }) => withinIterationLimit(oldObject.metadata.labels) && request.dryRun`,
      denies: all,
    },
    {
      title: "some",
      rule: `({ oldObject }) => Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key === "none")`,
      denies: over,
      says: { over: denial("over") },
    },
    {
      title: "every",
      rule: `({ oldObject }) => !Object.values(oldObject.metadata.annotations ?? {}).every((value) => value === "")`,
      denies: ["small", ...over],
    },
    {
      title: "neither one element nor all as one text are an iteration, of what is known to be text",
      rule: `({ oldObject }) => { const all = oldObject.metadata.finalizers ?? []; return all.at(-1) === "x/2000" && all[0] === "x/0" && all.join(" ").startsWith("x/0 x/1 "); }`,
      denies: ["eleven keys"],
    },
    {
      title: "count of keys",
      rule: `({ oldObject }) => Object.keys(oldObject.metadata.annotations ?? {}).length === 2000`,
      denies: ["at the limit", ...over],
    },
    {
      title: "keys that nothing asks for have been iterated over anyway",
      rule: `({ oldObject }) => { const keys = Object.keys(oldObject.metadata.annotations ?? {}); if (oldObject.kind === "Thing") return false; return keys.includes("a"); }`,
      denies: over,
    },
    {
      title: "entries that nothing asks for",
      rule: `({ oldObject }) => { const entries = Object.entries(oldObject.metadata.annotations ?? {}); return oldObject.kind === "Other" && entries.some(([key]) => key === "a"); }`,
      denies: over,
    },
    {
      title: "behind && that does not hold",
      rule: `({ oldObject }) => { ${on} return on && Object.keys(annotations).includes("none"); }`,
      denies: overOn,
    },
    {
      title: "behind || that holds",
      rule: `({ oldObject }) => { ${on} return !on || Object.keys(annotations).includes("none"); }`,
      denies: ["at the limit", ...over, "eleven keys", "bare"],
      says: { over: denial("over"), "over, and off": "no" },
    },
    {
      title: "in a branch that is not taken",
      rule: `({ oldObject }) => { ${on} return on ? Object.keys(annotations).includes("none") : false; }`,
      denies: overOn,
    },
    {
      title: "of one of two, where neither is taken",
      rule: `({ oldObject }) => { ${on} return Object.keys((on ? (oldObject.metadata.annotations ?? oldObject.metadata.annotations) : undefined) ?? {}).includes("none"); }`,
      denies: overOn,
    },
    {
      title: "after a return",
      rule: `({ oldObject }) => { ${on} if (!on) return false; return Object.keys(annotations).includes("none"); }`,
      denies: overOn,
    },
    {
      title: "in a constant before a return",
      rule: `({ oldObject }) => { ${on} const found = Object.keys(annotations).includes("none"); if (!on) return false; return found; }`,
      denies: over,
    },
    {
      title: "in an argument that is not used",
      before: `const first = (a: boolean, b: boolean): boolean => a;`,
      rule: `({ oldObject }) => { ${on} return first(false, Object.keys(annotations).includes("none")); }`,
      denies: over,
    },
    {
      title: "in what is looked for, in a list and in values that are empty",
      rule: `({ oldObject }) => {
        const searched = Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key === "none") ? "a" : "b";
        return (oldObject.metadata.finalizers ?? []).includes(searched) || Object.values(oldObject.metadata.labels ?? {}).includes(searched);
      }`,
      denies: [...over, "eleven keys"],
    },
    {
      title: "in the argument of includes, of a list that is empty",
      rule: `({ oldObject }) => (oldObject.metadata.finalizers ?? []).includes(Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key === "none") ? "a" : "b")`,
      denies: [...over, "eleven keys"],
    },
    {
      title: "in a position of a list that is absent",
      rule: `({ oldObject }) => oldObject.metadata.finalizers?.[Object.keys(oldObject.metadata.annotations ?? {}).length] === "a"`,
      denies: [],
    },
    {
      title: "in a key of a map that is absent",
      rule: `({ oldObject }) => oldObject.metadata.labels?.[Object.keys(oldObject.metadata.annotations ?? {}).every((key) => key === "a") ? "on" : "off"] === "true"`,
      denies: ["small", ...overOn],
    },
    {
      title: "in a condition on which nothing depends",
      rule: `({ oldObject }) => {
        const on = oldObject.metadata.labels?.["on"] === "true";
        const either = Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key === "none") ? on : on;
        return either && oldObject.metadata.finalizers !== undefined;
      }`,
      denies: over,
    },
    {
      title: "in a list that the rule has made, beside a stored one",
      rule: `({ oldObject: { metadata, spec } }) => {
        const made = ["first", ...(spec?.list ?? [])];
        return (metadata.labels?.["on"] === "true" ? (metadata.finalizers ?? []) : made).includes("first");
      }`,
      denies: ["at the limit", "over", "over, and off", "eleven keys", "bare"],
    },
    {
      title: "before an undefined that is compared",
      rule: `({ oldObject: { metadata } }) => {
        const never = Object.keys(metadata.annotations ?? {}).every((key) => key === "a") ? "".split("/")[1] : undefined;
        return never === metadata.labels?.["on"];
      }`,
      denies: ["at the limit", "over", "over, and off", "as many as the server stores", "eleven keys", "bare"],
    },
    {
      title: "in a function that gives a replacement, where nothing is replaced",
      rule: `({ oldObject: { metadata } }) => {
        const replaced = (metadata.labels?.["on"] ?? "none").replaceAll("u", () => (Object.keys(metadata.annotations ?? {}).every((key) => key === "a") ? "!" : "?"));
        return replaced === "tr!e" || replaced === "none";
      }`,
      denies: ["small", "at the limit", "over", "over, and off", "as many as the server stores", "eleven keys", "bare"],
      says: { over: denial("over"), "over, and off": "no" },
    },
    {
      title: "in a stored list that is chosen beside a made one, and not iterated over",
      rule: `({ oldObject: { metadata, spec } }) => {
        const chosen = metadata.labels?.["on"] === "true" ? (spec?.list ?? []) : ["first", ...(metadata.finalizers ?? [])];
        return spec?.map?.["none"] === undefined || chosen.includes("first");
      }`,
      denies: all,
      says: { over: "no" },
    },
    {
      title: "in a made list that may be absent, beside a stored one",
      rule: `({ oldObject: { metadata, spec } }) => {
        const made = metadata.annotations === undefined ? undefined : ["first", ...(spec?.list ?? [])];
        return (metadata.labels?.["on"] === "true" ? metadata.finalizers : made)?.includes("first") === true;
      }`,
      denies: ["at the limit", "over", "over, and off", "eleven keys"],
      says: { "at the limit": "no" },
    },
    {
      title: "in a condition with the same answer twice",
      rule: `({ oldObject }) => {
        if (Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key === "none")) return true;
        return true;
      }`,
      denies: all,
      says: { over: denial("over"), bare: "no" },
    },
    {
      title: "for an element before the one that decides",
      rule: `({ oldObject }) =>
        ["a", "b"].some((text) => text === "b" || Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key === "none"))`,
      denies: all,
      says: { over: denial("over"), bare: "no" },
    },
    {
      title: "in a part of a list that is not used",
      rule: `({ oldObject }) => { ${on} const part = (oldObject.spec?.list ?? []).slice(1, 3)[1] === "b"; return oldObject.kind === "Other"; }`,
      denies: ["over", "over, and off"],
    },
    {
      title: "in a property that is not used",
      rule: `({ oldObject }) => { ${on} const answer = { found: Object.keys(annotations).includes("none"), off: oldObject.kind === "Other" }; return answer.off; }`,
      denies: over,
    },
    {
      title: "in a property that is not used, of a constant answer",
      before: `function judge(object: KubernetesObject) { const found = Object.keys(object.metadata.annotations ?? {}).includes("none"); return { found, off: false }; }`,
      rule: `({ oldObject }) => judge(oldObject).off`,
      denies: over,
    },
    {
      title: "in an element that is not used",
      rule: `({ oldObject }) => { ${on} const answers = [Object.keys(annotations).includes("none"), oldObject.kind === "Other"]; return answers[1] === true || answers.length === 3; }`,
      denies: over,
    },
    {
      title: "in an operand whose other side decides",
      rule: `({ oldObject }) => { ${on} return Object.keys(annotations).includes("none") === oldObject.metadata.annotations?.["b"]?.startsWith("x"); }`,
      denies: ["at the limit", ...over],
    },
    {
      title: "before a constant that decides",
      rule: `({ oldObject }) => { ${on} return Object.keys(annotations).includes("none") && false; }`,
      denies: over,
    },
    {
      title: "in a fallback that is not needed",
      rule: `({ oldObject }) => { ${on} return (oldObject.metadata.labels?.["on"]?.startsWith("f") ?? Object.keys(annotations).includes("none")); }`,
      denies: ["over, and off"],
    },
    {
      title: "in a value that is perhaps chosen",
      rule: `({ oldObject }) => { ${on} const found = on ? Object.keys(annotations).includes("none") : undefined; return found === true; }`,
      denies: overOn,
    },
    {
      title: "reading single keys is no iteration",
      rule: `({ oldObject }) => { ${on} return annotations["a"] === "1" && "a" in annotations; }`,
      denies: ["small"],
    },
    {
      title: "same is no iteration",
      rule: `({ oldObject }) => { ${on} return same(annotations, oldObject.metadata.labels) || !same(annotations, annotations); }`,
      denies: ["bare"],
    },
    {
      title: "a list of a custom resource",
      rule: `({ oldObject }) => oldObject.spec?.list?.includes("none") === true`,
      denies: ["over", "over, and off"],
    },
    {
      title: "counting a list whose elements may have any type is an iteration",
      rule: `({ oldObject }) => oldObject.spec?.list?.length === 2000`,
      denies: ["at the limit", "over", "over, and off"],
    },
    {
      title: "a map of a custom resource",
      rule: `({ oldObject }) => Object.entries(oldObject.spec?.map ?? {}).some(([key, value]) => key === "a" && value === "1")`,
      denies: ["small", "over", "over, and off"],
    },
    {
      title: "ten keys can be named",
      rule: `({ oldObject }) => sorted(Object.keys(oldObject.metadata.annotations ?? {})).includes("none")`,
      denies: ["at the limit", ...over, "eleven keys"],
    },
    {
      title: "in the message",
      rule: `({ oldObject }) => oldObject.metadata.annotations !== undefined`,
      message: '({ oldObject }) => `keys ${sorted(Object.keys(oldObject.metadata.annotations ?? {})).join(" ")}`',
      denies: ["small", "at the limit", ...over, "eleven keys"],
      says: {
        small: "keys a",
        "eleven keys": naming(denial("eleven keys")),
        over: naming(denial("over")),
      },
    },
  ],
};

const marked = { x: "true", y: "true" };

/** Each label is compared with each annotation, four times: the cost has room for 50 of each. */
export const costly: Family = {
  title: "iterates over what costs too much over as many as others",
  requests: {
    "fifty keys": { stored: { metadata: { annotations: keys(50), labels: marked } } },
    "fifty one keys": { stored: { metadata: { annotations: keys(51), labels: marked } } },
    "and no labels": { stored: { metadata: { annotations: keys(51) } } },
  },
  cases: [
    {
      title: "the limit is lower",
      rule: `({ oldObject: { metadata } }) => Object.keys(metadata.labels ?? {}).some((label) => Object.keys(metadata.annotations ?? {}).some((key) => key === label + "/a" || key === label + "/b" || key === label + "/c" || key === label + "/d"))`,
      denies: ["fifty one keys"],
      says: {
        "fifty one keys":
          "Thing fifty-one-keys cannot be judged: more than 500 entries in a list or map (50 inside another); remove some",
      },
    },
  ],
};
