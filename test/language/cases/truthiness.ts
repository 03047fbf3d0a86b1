import type { Family } from "../language-case.ts";

const requests = {
  empty: { stored: { spec: { text: "", size: 0, half: 0, on: false, list: [], map: {}, any: "", either: "" } } },
  full: {
    stored: { spec: { text: "a", size: 3, half: 0.5, on: true, list: ["a"], map: { a: "b" }, any: { a: 1 }, either: "a" } },
  },
  negative: { stored: { spec: { text: " ", size: -1, half: -0.5, any: -1, either: -2 } } },
  "zeros and texts": { stored: { spec: { text: "0", size: 0, half: 0, any: 0, either: 0 } } },
  false: { stored: { spec: { on: false, any: false, either: false } } },
  "true and lists": { stored: { spec: { on: true, any: [], either: true } } },
  nulls: { stored: { spec: { text: null, size: null, on: null, list: null, map: null, any: null, either: null } } },
  "other types": { stored: { spec: { text: 1, size: "1", half: "1", on: "true", list: "a", map: ["a"], either: ["a"] } } },
  "no spec": { stored: {} },
  "note empty": { stored: { metadata: { annotations: { note: "" } } } },
  "labels full": {
    stored: { metadata: { labels: { keep: "no" }, annotations: { note: "why" }, finalizers: ["a.example.com/b"] } },
  },
} as const;

/** Written by people who know JavaScript and nothing of CEL. */
export const truthiness: Family = {
  title: "conditions that are no booleans",
  type: "spec?: { text?: string; size?: number; half?: number; on?: boolean; list?: string[]; map?: Record<string, string>; any?: unknown; either?: string | number | boolean }",
  requests,
  cases: [
    {
      title: "text",
      rule: "({ oldObject }) => oldObject.spec?.text",
      denies: ["full", "negative", "zeros and texts"],
    },
    {
      title: "a number",
      rule: "({ oldObject }) => { if (oldObject.spec?.size) return true; return false; }",
      denies: ["full", "negative"],
    },
    { title: "half a number", rule: "({ oldObject }) => !!oldObject.spec?.half", denies: ["full", "negative"] },
    {
      title: "a number that was worked out",
      rule: "({ oldObject }) => (oldObject.spec?.size ?? 1) - 3",
      denies: Object.keys(requests).filter((name) => name !== "full"),
    },
    {
      title: "what is not a number is false",
      rule: "({ oldObject }) => (oldObject.spec?.size ?? 0) / (oldObject.spec?.half ?? 0)",
      denies: ["full", "negative"],
    },
    { title: "a flag", rule: "({ oldObject }) => oldObject.spec?.on", denies: ["full", "true and lists"] },
    { title: "a list, which may be empty", rule: "({ oldObject }) => oldObject.spec?.list", denies: ["empty", "full"] },
    { title: "the length of a list", rule: "({ oldObject }) => oldObject.spec?.list?.length", denies: ["full"] },
    {
      title: "no length",
      rule: "({ oldObject }) => !oldObject.spec?.list?.length",
      denies: Object.keys(requests).filter((name) => name !== "full"),
    },
    {
      title: "a map, which may be empty",
      rule: "({ oldObject }) => (oldObject.spec?.map ? true : false)",
      denies: ["empty", "full"],
    },
    {
      title: "an object",
      rule: "({ oldObject }) => oldObject.spec && !oldObject.spec.text",
      denies: ["empty", "false", "true and lists", "nulls", "other types"],
    },
    {
      title: "anything",
      rule: "({ oldObject }) => oldObject.spec?.any",
      denies: ["full", "negative", "true and lists"],
    },
    {
      title: "one of several types",
      rule: "({ oldObject }) => oldObject.spec?.either",
      denies: ["full", "negative", "true and lists"],
    },
    {
      title: "two that have no type in common",
      rule: "({ oldObject: { spec } }) => spec?.text && spec.size",
      denies: ["full", "negative"],
    },
    {
      title: "two of which one is",
      rule: "({ oldObject: { spec } }) => spec?.text || spec?.size || spec?.on",
      denies: ["full", "negative", "zeros and texts", "true and lists"],
    },
    {
      title: "in a function",
      rule: '({ oldObject }) => { const isKept = (label: string | undefined) => label && label !== "false"; return isKept(oldObject.spec?.text); }',
      denies: ["full", "negative", "zeros and texts"],
    },
    {
      title: "in a function given to some",
      rule: "({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).some((key) => oldObject.metadata.labels?.[key])",
      denies: ["labels full"],
    },
    {
      title: "in a function given to filter",
      rule: "({ oldObject }) => (oldObject.metadata.finalizers ?? []).filter((one) => one.length - 15).length",
      denies: [],
    },
    {
      title: "|| gives the first that is true",
      rule: '({ oldObject: { spec } }) => (spec?.text || "none") === "none"',
      denies: ["empty", "false", "true and lists", "nulls", "other types", "no spec", "note empty", "labels full"],
    },
    {
      title: "|| of a number",
      rule: "({ oldObject: { spec } }) => (spec?.size || 7) === 7",
      denies: Object.keys(requests).filter((name) => name !== "full" && name !== "negative"),
    },
    {
      title: "&& gives the last, or the first that is false",
      rule: '({ oldObject: { metadata } }) => (metadata.labels && metadata.labels["keep"]) === "no"',
      denies: ["labels full"],
    },
    {
      title: "&& of a text and a text",
      rule: '({ oldObject: { metadata } }) => (metadata.annotations?.["note"] && "noted") === "noted"',
      denies: ["labels full"],
    },
    {
      title: "&& of an empty text gives that",
      rule: '({ oldObject: { metadata } }) => (metadata.annotations?.["note"] && "noted") === ""',
      denies: ["note empty"],
    },
    {
      title: "a name for it",
      rule: '({ oldObject: { metadata } }) => { const note = metadata.annotations?.["note"]; const noted = note && note.length > 2; return noted ? metadata.labels : undefined; }',
      denies: ["labels full"],
    },
    {
      title: "neither",
      rule: "({ oldObject: { spec, metadata } }) => !(spec?.text || metadata.labels)",
      denies: ["empty", "false", "true and lists", "nulls", "other types", "no spec", "note empty"],
    },
    {
      title: "undefined",
      rule: "({ oldObject: { spec } }) => { if (spec?.on) return; return spec?.text; }",
      denies: ["negative", "zeros and texts"],
    },
    {
      title: "Boolean",
      rule: "({ oldObject: { spec } }) => Boolean(spec?.text) && !Boolean(spec?.size)",
      denies: ["zeros and texts"],
    },
    {
      title: "filter(Boolean)",
      rule: "({ oldObject: { metadata } }) => Object.values(metadata.annotations ?? {}).filter(Boolean).length > 0",
      denies: ["labels full"],
    },
    {
      title: "some(Boolean)",
      rule: "({ oldObject: { spec } }) => [spec?.on ?? false, false].some(Boolean)",
      denies: ["full", "true and lists"],
    },
    {
      title: "== null",
      rule: "({ oldObject: { spec } }) => spec != null && spec.text == null",
      denies: ["false", "true and lists", "nulls", "other types"],
    },
    { title: "!= null, of a list", rule: "({ oldObject: { spec } }) => null != spec?.list", denies: ["empty", "full"] },
    {
      title: "== undefined",
      rule: "({ oldObject: { spec } }) => spec?.any == undefined",
      denies: ["nulls", "other types", "no spec", "note empty", "labels full"],
    },
    { title: "=== null, which is never seen", rule: "({ oldObject: { spec } }) => spec?.any === null", denies: [] },
    {
      title: "== between texts",
      rule: '({ oldObject: { spec } }) => spec?.text == "a" || spec?.size != 0',
      denies: Object.keys(requests).filter((name) => name !== "empty" && name !== "zeros and texts"),
    },
    {
      title: "== of typeof",
      rule: '({ oldObject: { spec } }) => typeof spec?.any == "number" || typeof spec?.either != "undefined"',
      denies: ["empty", "full", "negative", "zeros and texts", "false", "true and lists"],
    },
    {
      title: "a chain in a callback grows with its parts, and does not double with each",
      rule: `({ oldObject: { spec } }) => (spec?.list ?? []).some((one) => (${"spec?.map?.[one] || ".repeat(4)}one) === "b")`,
      denies: ["full"],
    },
  ],
};
