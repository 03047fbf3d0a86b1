import type { Family } from "../language-case.ts";

const many = Array.from({ length: 2_001 }, (_, at) => at);

const requests = {
  text: {
    stored: {
      spec: { port: "http", any: "http", hosts: "main", flag: "on", level: "auto", tier: "gold", all: ["http", 1, null] },
    },
  },
  number: { stored: { spec: { port: 80, any: 80, hosts: 80, flag: 1, level: 5, tier: 1, all: [80, { name: "a" }] } } },
  fraction: { stored: { spec: { port: 80.5, any: 80.5, level: 2.5 } } },
  true: { stored: { spec: { port: true, any: true, hosts: true, flag: true, level: true, all: [true] } } },
  list: {
    stored: {
      spec: {
        port: ["http"],
        any: ["http", 80],
        hosts: ["main", 7, "b"],
        flag: [],
        level: [5],
        all: [["http"], ["a", "b", "c"]],
      },
    },
  },
  map: {
    stored: {
      spec: {
        port: { http: 80 },
        any: { name: "http", size: 3, gone: null },
        hosts: { main: 1 },
        flag: {},
        level: { auto: 1 },
        all: [{ name: "http" }],
      },
    },
  },
  null: { stored: { spec: { port: null, any: null, hosts: null, flag: null, level: null, tier: null, all: [null] } } },
  "another tier": { stored: { spec: { tier: "bronze", level: "other" } } },
  "a large number": { stored: { spec: { port: 9007199254740992, any: 9007199254740992 } } },
  "a large list": { stored: { spec: { any: many, hosts: many } } },
  empty: { stored: { spec: {} } },
  bare: { stored: {} },
  "spec text": { stored: { spec: "http" } },
} as const;

const all = Object.keys(requests);
const without = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

/** Fields that may have one of several types, or any, and what `typeof` makes of them. */
export const types: Family = {
  title: "typeof, Array.isArray and unions",
  type: 'spec?: { port?: Int32 | string; any?: unknown; hosts?: string | readonly string[]; flag?: boolean | "on" | null; level?: "auto" | number; tier?: "gold" | "silver"; all?: readonly unknown[] }',
  requests,
  cases: [
    {
      // A list that is chosen, or not, and then told from text: its size must not be asked of what is no list.
      title: "a union in a choice, narrowed in a function",
      rule: `({ oldObject: { spec, metadata } }) => {
        const first = (value: string | readonly string[] | undefined) => (typeof value === "string" ? value : value?.[0]);
        return first(spec?.level === undefined ? spec?.hosts : undefined) === (metadata.labels?.["a"] ?? "main");
      }`,
      denies: ["list", "a large list"],
    },
    {
      title: "a union and what may be absent",
      rule: `({ oldObject: { spec, metadata } }) => spec?.port === metadata.annotations?.["port"]`,
      denies: without("text", "number", "fraction", "a large number"),
    },
    {
      title: "an unknown is text",
      rule: `({ oldObject: { spec } }) => typeof spec?.any === "string" && spec.any.startsWith("h")`,
      denies: ["text"],
    },
    {
      title: "an unknown is a number",
      rule: `({ oldObject: { spec } }) => { const any = spec?.any; if (typeof any !== "number") return false; return any > 80 || any * 2 === 160; }`,
      denies: ["number", "fraction", "a large number"],
    },
    {
      title: "an unknown is a boolean",
      rule: `({ oldObject: { spec } }) => "boolean" === typeof spec?.any && spec.any`,
      denies: ["true"],
    },
    {
      title: "an unknown is absent",
      rule: `({ oldObject: { spec } }) => typeof spec?.any === "undefined"`,
      denies: ["null", "another tier", "empty", "bare", "spec text"],
    },
    {
      title: "an unknown among others may be absent",
      rule: `({ oldObject: { spec } }) => [spec?.any].every((one) => one === undefined)`,
      denies: ["null", "another tier", "empty", "bare", "spec text"],
    },
    {
      title: "an unknown is an object, as lists are",
      rule: `({ oldObject: { spec } }) => typeof spec?.any === "object"`,
      denies: ["list", "map", "a large list"],
    },
    {
      title: "an unknown is an object with a key",
      rule: `({ oldObject: { spec } }) => { const any = spec?.any; return typeof any === "object" && any !== null && "name" in any && typeof any.name === "string" && any.name.endsWith("p"); }`,
      denies: ["map"],
    },
    {
      title: "keys whose value is null are not there",
      rule: `({ oldObject: { spec } }) => typeof spec?.any === "object" && spec.any !== null && !("gone" in spec.any) && !Array.isArray(spec.any)`,
      denies: ["map"],
    },
    {
      title: "an unknown is a list",
      rule: `({ oldObject: { spec } }) => { const any = spec?.any; return Array.isArray(any) && any[0] === "http" && any.length === 2; }`,
      denies: ["list", "a large list"],
    },
    {
      title: "elements of an unknown list",
      rule: `({ oldObject: { spec } }) => Array.isArray(spec?.any) && spec.any.some((one) => typeof one === "string" ? one.startsWith("h") : typeof one === "number" && one > 1_000)`,
      denies: ["list", "a large list"],
    },
    {
      title: "neither function nor symbol",
      rule: `({ oldObject: { spec } }) => typeof spec?.any === "function" || typeof spec?.any === "bigint" || typeof spec?.any !== "symbol" && spec?.port === 80`,
      denies: ["number"],
    },
    {
      title: "a union of number and text",
      rule: `({ oldObject: { spec } }) => { const port = spec?.port; return typeof port === "number" ? port >= 80 : port?.startsWith("h") === true; }`,
      denies: ["text", "number", "fraction", "a large number"],
    },
    {
      title: "a value outside the union is not there",
      rule: `({ oldObject: { spec } }) => spec?.port === undefined`,
      denies: ["true", "list", "map", "null", "another tier", "a large list", "empty", "bare", "spec text"],
    },
    {
      title: "a union compared with constants",
      rule: `({ oldObject: { spec } }) => spec?.port === 80 || spec?.port === "http" || spec?.port === 9007199254740991`,
      denies: ["text", "number"],
    },
    {
      title: "a union with a fallback",
      rule: `({ oldObject: { spec } }) => { const port = spec?.port ?? "none"; return typeof port === "string" && port === "none" || port === 80; }`,
      denies: without("text", "fraction", "a large number"),
    },
    {
      title: "switch over typeof",
      rule: `({ oldObject: { spec } }) => { const port = spec?.port; switch (typeof port) { case "string": return port.endsWith("p"); case "number": return port === 80; default: return spec?.tier === "gold"; } }`,
      denies: ["text", "number"],
    },
    {
      title: "text or a list of texts",
      rule: `({ oldObject: { spec } }) => { const hosts = spec?.hosts; if (hosts === undefined) return false; return typeof hosts === "string" ? hosts === "main" : hosts.includes("main"); }`,
      denies: ["text", "list", "a large list"],
    },
    {
      title: "text made a list of texts",
      rule: `({ oldObject: { spec } }) => { const hosts = spec?.hosts ?? []; const names = typeof hosts === "string" ? [hosts] : hosts; return names.some((name) => name.startsWith("m")); }`,
      denies: ["text", "list", "a large list"],
    },
    {
      title: "typeof a list is object",
      rule: `({ oldObject: { spec } }) => typeof spec?.hosts === "object" && spec.hosts.length === 2`,
      denies: ["list", "a large list"],
    },
    {
      title: "a boolean, a word or null",
      rule: `({ oldObject: { spec } }) => spec?.flag === true || typeof spec?.flag === "string" && spec.flag.startsWith("o")`,
      denies: ["text", "true"],
    },
    {
      title: "a literal beside another type stands for any of its type",
      rule: `({ oldObject: { spec } }) => { const level = spec?.level; if (level === undefined || level === "auto") return false; return typeof level === "number" ? level < 5 : level === "other"; }`,
      denies: ["fraction", "another tier"],
    },
    {
      title: "a switch over a union of literals needs a default",
      before: `const rank = (tier: "gold" | "silver" | undefined): number => { switch (tier) { case "gold": return 2; case "silver": return 1; default: return 0; } };`,
      rule: `({ oldObject: { spec } }) => rank(spec?.tier) === 0`,
      denies: without("text"),
    },
    {
      title: "elements that may be anything",
      rule: `({ oldObject: { spec } }) => (spec?.all ?? []).some((one) => typeof one === "string" && one.startsWith("h") || typeof one === "number" && one > 79 || Array.isArray(one) && one.length === 3)`,
      denies: ["text", "number", "list"],
    },
    {
      title: "elements that are of one type",
      rule: `({ oldObject: { spec } }) => (spec?.all ?? []).filter((one) => typeof one === "string").some((one) => one.endsWith("p"))`,
      denies: ["text"],
    },
    {
      title: "what helpers say of types",
      before: `function textOf(value: unknown): string { return typeof value === "string" ? value : typeof value === "number" ? "a number" : "none"; }`,
      rule: `({ oldObject: { spec } }) => textOf(spec?.any) === "http" || textOf(spec?.port) === "a number" || textOf("x") !== "x" || textOf(true) !== "none"`,
      message: "({ oldObject: { spec } }) => `it is ${show(textOf(spec?.any))}`",
      denies: ["text", "number", "fraction", "a large number"],
      says: { text: `it is "http"`, number: `it is "a number"` },
    },
    {
      title: "typeof what the policy knows",
      rule: `({ oldObject }) => typeof "a" === "string" && typeof [1] === "object" && typeof { a: 1 } === "object" && typeof undefined === "undefined" && Array.isArray(["a"]) && !Array.isArray("a") && typeof oldObject.metadata === "object" && typeof oldObject.metadata.name === "string" && typeof oldObject.spec === "undefined"`,
      denies: ["bare", "spec text"],
    },
    {
      title: "functions that say which type they have asked for",
      rule: `({ oldObject: { spec } }) => (isText(spec?.any) && spec.any.startsWith("h")) || (spec?.all ?? []).filter(isNumber).some((x) => x > 79)`,
      before: `const isText = (x: unknown): x is string => typeof x === "string";
function isNumber(x: unknown): x is number {
  return typeof x === "number";
}`,
      denies: ["text", "number"],
    },
    {
      title: "keys of a list, counted",
      rule: `({ oldObject: { spec } }) => Array.isArray(spec?.any) && Object.keys(spec.any).length === 2`,
      denies: ["list", "a large list"],
    },
    {
      title: "the text of a text or a number",
      rule: `({ oldObject: { spec } }) => String(spec?.port ?? "none") === "80"`,
      denies: ["number", "a large number"],
      says: {
        "a large number":
          "Thing a-large-number cannot be evaluated: String() of a number that is neither whole, with up to 15 digits, nor a fraction from 0.0001 to 1000000",
      },
    },
    {
      title: "the text of a number or a text, in a list",
      rule: `({ oldObject: { spec } }) => ["2.5", "auto"].includes(String(spec?.level))`,
      message: "({ oldObject: { spec } }) => `level ${String(spec?.level)}`",
      denies: ["text", "fraction"],
      says: { text: "level auto", fraction: "level 2.5" },
    },
    {
      title: "the text of a boolean or a text, taken apart",
      rule: `({ oldObject: { spec } }) => String(spec?.flag ?? "on,").split(",").includes("true") || String(spec?.flag).startsWith("o")`,
      denies: ["text", "true"],
    },
    {
      title: "the number of a number, a text or a boolean",
      rule: `({ oldObject: { spec } }) => Number(spec?.level ?? 2) >= 2.5 || Number(spec?.flag ?? "0") === 1`,
      denies: ["number", "fraction", "true"],
    },
    {
      title: "numbers that are text",
      rule: `({ oldObject: { spec } }) => (spec?.all ?? []).filter((x) => typeof x === "number").map(String).includes("80")`,
      denies: ["number"],
    },
  ],
};
