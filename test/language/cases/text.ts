import type { Family } from "../language-case.ts";

const requests = {
  plain: { stored: { metadata: { annotations: { a: "one.two.three", b: "two" } }, spec: { text: "one.two", other: "one" } } },
  empty: { stored: { metadata: { annotations: { a: "", b: "" } }, spec: { text: "", other: "" } } },
  absent: { stored: {} },
  astral: { stored: { metadata: { annotations: { a: "🦀.🦀é", b: "🦀" } }, spec: { text: "🦀é", other: "é" } } },
  quotes: { stored: { metadata: { annotations: { a: 'it\'s \\ "x"\n', b: "\\" } }, spec: { text: "tab\there", other: "\t" } } },
  long: {
    stored: {
      metadata: { annotations: { a: "x".repeat(129), b: "x".repeat(128) } },
      spec: { text: "x".repeat(500), other: "x".repeat(499) },
    },
  },
  "other types": { stored: { spec: { text: ["one.two"], other: 1 } } },
  nulls: { stored: { spec: { text: null, other: true } } },
} as const;

const marks = `const a = oldObject.metadata.annotations?.["a"] ?? "none"; const b = oldObject.metadata.annotations?.["b"] ?? "none";`;

export const text: Family = {
  title: "text",
  type: "spec?: { text?: string; other?: string }",
  requests,
  cases: [
    { title: "startsWith", rule: `({ oldObject }) => oldObject.spec?.text?.startsWith("one") === true`, denies: ["plain"] },
    {
      title: "endsWith what is stored",
      rule: `({ oldObject: { spec } }) => spec?.text?.endsWith(spec.other ?? "none") ?? false`,
      denies: ["empty", "astral", "long"],
    },
    {
      title: "includes",
      rule: `({ oldObject }) => { ${marks} return a.includes("two") || b.includes("🦀"); }`,
      denies: ["plain", "astral"],
    },
    {
      title: "includes of nothing",
      rule: `({ oldObject }) => oldObject.spec?.text?.includes("") === true`,
      denies: ["plain", "empty", "astral", "quotes", "long"],
    },
    {
      title: "parts of an astral text",
      rule: `({ oldObject }) => oldObject.spec?.text?.startsWith("🦀") === true && oldObject.spec.text.endsWith("\\u00e9")`,
      denies: ["astral"],
    },
    {
      title: "split and pick",
      rule: `({ oldObject }) => { ${marks} const parts = a.split("."); return parts[1] === b && parts[7] === undefined; }`,
      denies: ["plain"],
    },
    {
      title: "how many parts",
      rule: `({ oldObject }) => { ${marks} return a.split(".").length > 1; }`,
      denies: ["plain", "astral"],
    },
    {
      title: "parts of a name may be iterated over",
      rule: `({ oldObject }) => oldObject.kind.split("h").some((part) => part === "T") && oldObject.metadata.name.split("-").includes("plain")`,
      denies: ["plain"],
    },
    {
      title: "joined parts",
      rule: `({ oldObject }) => oldObject.kind.split("h").join("+") === "T+ing"`,
      denies: Object.keys(requests),
    },
    {
      title: "methods of text that the compiler knows",
      rule: `() => " A🦀".trim().toLowerCase() === "a🦀" && "ß".toUpperCase() === "SS" && "a.b".split(".").length === 2`,
      denies: Object.keys(requests),
    },
    {
      title: "odd characters in literals",
      rule: `({ oldObject }) => { ${marks} return a === "it's \\\\ \\"x\\"\\n" && b === "\\\\" || a === "\\u0000\\u200b\\u{1F980}"; }`,
      denies: ["quotes"],
    },
    {
      title: "template strings",
      rule:
        "({ oldObject }) => { " +
        marks +
        ' return `${a}|${b}` === "one.two.three|two" || `${""}${b}${""}` === "🦀" || `x` === b; }',
      denies: ["plain", "astral"],
    },
    {
      title: "+ of text",
      rule: `({ oldObject }) => { ${marks} return a + "|" + b === "one.two.three|two" || (b === "🦀" ? "yes" : "no") + "!" === "yes!"; }`,
      denies: ["plain", "astral"],
    },
    {
      title: "known numbers and booleans in text",
      rule: '({ oldObject }) => `${1e21} ${-0} ${true} ${0.1}` === "1e+21 0 true 0.1" && oldObject.kind === `${"Thing"}`',
      denies: Object.keys(requests),
    },
    {
      title: "show",
      rule: `() => true`,
      message:
        "({ oldObject }) => { " +
        marks +
        ' return `${oldObject.kind} with ${show(a)} and ${show(b)} and ${show(oldObject.spec?.text ?? "")}`; }',
      denies: Object.keys(requests),
      says: {
        plain: `Thing with "one.two.three" and "two" and "one.two"`,
        empty: `Thing with "" and "" and ""`,
        absent: `Thing with "none" and "none" and ""`,
        astral: "Thing with (cannot be shown) and (cannot be shown) and (cannot be shown)",
        quotes: `Thing with (cannot be shown) and "\\" and (cannot be shown)`,
        long: `Thing with (cannot be shown) and "${"x".repeat(128)}" and (cannot be shown)`,
      },
    },
    {
      title: "messages with choices, and white space around them",
      rule: `() => true`,
      message: '({ oldObject }) => `  ${oldObject.spec?.other === undefined ? "nothing" : "something"}\\u00a0 `',
      denies: Object.keys(requests),
      says: { plain: "  something", absent: "  nothing", nulls: "  nothing" },
    },
  ],
};
