import { iterationLimit, splitLimit } from "../../../compiler/language/limits.ts";
import type { Family } from "../language-case.ts";

const tooLarge =
  "cannot be judged: more than 2000 entries in a list or map, or 2000 parts or 131072 characters of a text; shorten it";

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line${at}`).join("\n");

const requests = {
  settings: { stored: { spec: { text: "# a comment\n\n keep=true \nenvironment=prod-1\nname=é🦀", list: ["keep=true"] } } },
  "one line": { stored: { spec: { text: "environment=prod-2" } } },
  empty: { stored: { spec: { text: "" } } },
  zones: { stored: { metadata: { annotations: { zones: "a,b,c" } }, spec: { text: "a,b" } } },
  "empty parts": { stored: { metadata: { annotations: { zones: ",a,," } }, spec: { text: "\n\n" } } },
  "as many parts as may be": { stored: { spec: { text: lines(iterationLimit) } } },
  "as many characters as may be": { stored: { spec: { text: `keep=true\n${"🦀".repeat(splitLimit - 10)}` } } },
  "one part more": { stored: { spec: { text: lines(iterationLimit + 1) } } },
  "one character more": { stored: { spec: { text: `keep=true\n${"🦀".repeat(splitLimit - 9)}` } } },
  "a megabyte of line breaks": { stored: { spec: { text: "\n".repeat(600_000) } } },
  "as many commas as are stored": { stored: { spec: { text: ",".repeat(1_400_000) } } },
  "other types": { stored: { spec: { text: ["keep=true"] } } },
  absent: { stored: {} },
} as const;

const all = Object.keys(requests);
const lineBreaks = ["one part more", "one character more", "a megabyte of line breaks"];
const over = [...lineBreaks, "as many commas as are stored"];
const commas = ["one character more", "a megabyte of line breaks", "as many commas as are stored"];
const text = `const text = oldObject.spec?.text ?? "";`;
const denial = (name: string): string => `Thing ${name.replaceAll(/[^a-z]+/g, "-")} ${tooLarge}`;

export const textParts: Family = {
  title: "iterates over the parts of a text",
  type: "spec?: { text?: string; list?: string[] }",
  requests,
  cases: [
    {
      title: "lines that are trimmed, without comments",
      before: `const settings = (text: string): string[] => text.split("\\n").map((line) => line.trim()).filter((line) => line.length > 0 && !line.startsWith("#"));`,
      rule: `({ oldObject }) => settings(oldObject.spec?.text ?? "").some((line) => line === "keep=true" || line.startsWith("environment=prod"))`,
      denies: ["settings", "one line", "as many characters as may be", ...over],
      says: Object.fromEntries(over.map((name) => [name, denial(name)])),
    },
    {
      title: "includes",
      rule: `({ oldObject }) => (oldObject.metadata.annotations?.["zones"] ?? "").split(",").includes("a")`,
      cel: "size(oldObject.metadata.?annotations[?'zones'].orValue('')) > 131072 || size(variables.list) > 2000 || !('a' in variables.list)",
      denies: ["zones", "empty parts"],
    },
    {
      title: "every",
      rule: `({ oldObject }) => { ${text} return text.split("\\n").every((line) => line.startsWith("line")); }`,
      denies: ["as many parts as may be", ...over],
    },
    {
      title: "the number of those that are left",
      rule: `({ oldObject }) => { ${text} return text.split("\\n").filter((line) => line !== "").length > 2; }`,
      denies: ["settings", "as many parts as may be", ...over],
    },
    {
      title: "the first that fits",
      rule: `({ oldObject }) => { ${text} return text.split("\\n").find((line) => line.includes("=")) === "environment=prod-2"; }`,
      denies: ["one line", ...over],
    },
    {
      title: "parts of parts, by position",
      rule: `({ oldObject }) => { ${text} return text.split("\\n").some((line) => line.split("=")[0] === "environment"); }`,
      denies: ["settings", "one line", ...over],
    },
    {
      title: "the place of one",
      rule: `({ oldObject }) => { ${text} return text.split("\\n").indexOf("line2") === 2; }`,
      denies: ["as many parts as may be", ...over],
    },
    {
      title: "some of them",
      rule: `({ oldObject }) => { ${text} return text.split("\\n").slice(1, 3).includes("line2"); }`,
      denies: ["as many parts as may be", ...over],
    },
    {
      title: "with those of a list",
      rule: `({ oldObject }) => { ${text} return [...(oldObject.spec?.list ?? []), ...text.split("\\n")].includes("keep=true"); }`,
      denies: ["settings", "as many characters as may be", ...over],
    },
    {
      title: "with those of a list, each of them",
      rule: `({ oldObject }) => { ${text} return [...(oldObject.spec?.list ?? []), ...text.split("\\n")].some((line) => line.startsWith("keep=")); }`,
      denies: ["settings", "as many characters as may be", ...over],
      says: Object.fromEntries(over.map((name) => [name, denial(name)])),
    },
    {
      title: "more of them than the API server would go through, in a list with others",
      rule: `({ oldObject }) => { ${text} return ["a", ...text.split(",")].includes("b"); }`,
      cel: "size(variables.text) > 131072 || size(variables.text.split(',')) > 2000 || !('b' in ['a'] + variables.text.split(','))",
      denies: ["zones", ...commas],
      says: Object.fromEntries(commas.map((name) => [name, denial(name)])),
    },
    {
      title: "more of them than the API server would go through, for the place of one",
      rule: `({ oldObject }) => { ${text} return text.split(",").indexOf("b") === 1; }`,
      cel: "(size(variables.text) <= 131072 && size(variables.text.split(',')) <= 2000 ? variables.text.split(',') : []).indexOf('b') != 1",
      denies: ["zones", ...commas],
    },
    {
      title: "with names for the first",
      rule: `({ oldObject }) => { ${text} const [first, second] = text.split("\\n"); return first === "" && second !== "a"; }`,
      denies: ["empty", "empty parts", ...over, "other types", "absent"],
    },
    {
      title: "neither their number, nor one of them, nor all as one text are an iteration",
      rule: `({ oldObject }) => { ${text} const parts = text.split("\\n"); return parts.length > 1 && parts[0] !== "x" && parts.at(-1) !== "x" && text.split("\\n").pop() !== "x" && parts.join("\\n") === text; }`,
      denies: ["settings", "empty parts", "as many parts as may be", "as many characters as may be", ...lineBreaks],
      says: { "one part more": "no" },
    },
    {
      title: "behind && that does not hold",
      rule: `({ oldObject }) => { ${text} return oldObject.metadata.annotations !== undefined && text.split("\\n").includes("none"); }`,
      denies: [],
    },
    {
      title: "in a constant before a return",
      rule: `({ oldObject }) => { ${text} const keeps = text.split("\\n").includes("keep=true"); if (oldObject.kind === "Thing") return false; return keeps; }`,
      denies: over,
    },
    {
      title: "of one text or another",
      rule: `({ oldObject }) => { const zones = oldObject.metadata.annotations?.["zones"]; const parts = zones === undefined ? (oldObject.spec?.text ?? "").split("\\n") : zones.split(","); return parts.some((part) => part === "a"); }`,
      denies: ["zones", "empty parts", ...over],
    },
    {
      title: "parts, or a list",
      rule: `({ oldObject }) => { const list = oldObject.spec?.list ?? (oldObject.spec?.text ?? "").split("\\n"); return list.includes("keep=true"); }`,
      denies: ["settings", "as many characters as may be", ...over],
    },
    {
      title: "in a message",
      rule: `() => true`,
      message: `({ oldObject }) => { ${text} return text.split(",").includes("a") ? "keeps" : "does not keep"; }`,
      denies: all,
      says: { zones: "keeps", "one line": "does not keep", "one character more": denial("one character more") },
    },
    {
      title: "lines in a message",
      rule: `() => true`,
      message: `({ oldObject }) => { ${text} return text.split("\\n").includes("keep=true") ? "keeps" : "does not keep"; }`,
      denies: all,
      says: { "as many characters as may be": "keeps", "one line": "does not keep", "one part more": denial("one part more") },
    },
    {
      title: "what the API server limits has few parts",
      rule: `({ oldObject }) => oldObject.metadata.name.split("-").includes("part")`,
      cel: "!('part' in oldObject.metadata.name.split('-'))",
      denies: ["one part more"],
    },
  ],
};
