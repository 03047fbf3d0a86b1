import type { Family } from "../language-case.ts";

/** Each as annotation `a`. */
const texts = {
  true: "true",
  "in capitals": "TRUE",
  "with spaces": " True ",
  yes: "yes",
  keep: "keep",
  kelvin: "\u212aeep",
  "keep in capitals": "KEEP",
  "i with a dot": "PR\u0130",
  "i without a dot": "pr\u0131",
  "long s": "ye\u017f",
  "sharp s": "pa\u00df",
  pass: "PASS",
  ligature: "o\ufb00",
  "f with ligature": "\ufb03x",
  "n with an apostrophe": "\u0149ab",
  ticket: " inc-\u{1f980}1",
  "ticket without a dot": "\u0131nc-1",
  "not ASCII": "\u00e9\u{1f980}",
  "a crab first": "\u{1f980}ab",
  comment: "# true",
  abc: "abc",
  ab: "ab",
  empty: "",
} as const;

const requests = {
  ...Object.fromEntries(Object.entries(texts).map(([name, a]) => [name, { stored: { metadata: { annotations: { a } } } }])),
  absent: { stored: {} },
};

const all = Object.keys(requests);
const body = (rest: string): string => `({ oldObject }) => { const a = oldObject.metadata.annotations?.["a"]; ${rest} }`;

export const letterCase: Family = {
  title: "the case of letters, and the ends of any text, compared with constants",
  requests,
  cases: [
    {
      title: "toLowerCase",
      rule: `({ oldObject }) => oldObject.metadata.annotations?.["a"]?.toLowerCase() === "true"`,
      cel: "!oldObject.metadata.?annotations[?'a'].hasValue() || oldObject.metadata.?annotations[?'a'].orValue('').lowerAscii() != 'true'",
      denies: ["true", "in capitals"],
    },
    {
      title: "toLowerCase, asked by a pattern",
      rule: body(
        `const lower = (a ?? "").trim().toLowerCase(); return /^(true|yes|k[^a]+)$/.test(lower) || /^pr\\W/u.test(lower) || IS.test((a ?? "").toLowerCase());`,
      ),
      before: "const IS = /[^\\s!-~]{2}|^.{2}$/;",
      denies: [
        "true",
        "in capitals",
        "with spaces",
        "yes",
        "keep",
        "kelvin",
        "keep in capitals",
        "i without a dot",
        "ligature",
        "f with ligature",
        "ticket",
        "not ASCII",
        "a crab first",
        "ab",
      ],
    },
    {
      title: "toLowerCase, among constants",
      rule: body(`return a !== undefined && ["true", "1", "yes"].includes(a.trim().toLowerCase());`),
      denies: ["true", "in capitals", "with spaces", "yes"],
    },
    {
      title: "a letter that others become",
      rule: body(`return a?.toLowerCase() === "keep";`),
      denies: ["keep", "kelvin", "keep in capitals"],
    },
    {
      title: "by a name, among constants with a name",
      before: `const KEPT = ["keep", "true"];`,
      rule: body(
        `const lower = (a ?? "").toLowerCase(); return lower === "yes" || KEPT.includes(lower) || lower.startsWith("pri");`,
      ),
      denies: ["true", "in capitals", "yes", "keep", "kelvin", "keep in capitals", "i with a dot"],
    },
    {
      title: "ends with one of several constants",
      before: 'const ENDS = ["ep", "ri"];',
      rule: body("const lower = (a ?? '').toLowerCase(); return ENDS.some((end) => lower.endsWith(end) || lower === `${end}e`);"),
      denies: ["keep", "kelvin", "keep in capitals"],
    },
    {
      title: "in a set of lists, by a helper",
      before:
        'const norm = (text?: string): string => (text ?? "").trim().toLowerCase();\nconst WANTED = new Set(["keep", "true"]);',
      rule: body('const all = new Set([a, "x"].map(norm)); return [...WANTED].some((one) => all.has(one)) || norm(a) === "yes";'),
      denies: ["true", "in capitals", "with spaces", "yes", "keep", "kelvin", "keep in capitals"],
    },
    {
      title: "parts of a text in small letters",
      rule: body(
        'const parts = (a ?? "").toLowerCase().split("e").map((part) => part.trim()); return parts.includes("tru") || parts.filter((part) => part === "k").length > 0 || parts[0] === "y";',
      ),
      denies: ["true", "in capitals", "with spaces", "yes", "keep", "kelvin", "keep in capitals", "long s"],
    },
    {
      title: "in a switch",
      rule: body(
        `switch (a?.toLowerCase()) { case "true": case "keep": return true; default: return a?.toLowerCase().endsWith("s"); }`,
      ),
      denies: ["true", "in capitals", "yes", "keep", "kelvin", "keep in capitals", "pass"],
    },
    {
      title: "toUpperCase",
      rule: body(
        `return a?.toUpperCase() === "PASS" || a?.toUpperCase() === "YES" || a?.toUpperCase() === "PRI" || a?.toUpperCase() === "OFF" || a?.toUpperCase() === "FFIX";`,
      ),
      denies: ["yes", "i without a dot", "long s", "sharp s", "pass", "ligature", "f with ligature"],
    },
    {
      title: "toUpperCase, asked by a pattern of the whole text",
      before: "const TICKET = /^(INC|YES|PA[SX]{2}|OFF)(-\\d)?$/;",
      rule: body(`const ticket = a?.trim().toUpperCase() ?? ""; return TICKET.test(ticket);`),
      denies: ["yes", "long s", "sharp s", "pass", "ligature", "ticket without a dot"],
    },
    {
      title: "toUpperCase, asked by a pattern of any part",
      rule: body("return /FI|INC-/.test(a?.toUpperCase() ?? '');"),
      denies: ["f with ligature", "ticket", "ticket without a dot"],
    },
    {
      title: "toUpperCase, and what is in it",
      rule: body(
        `const upper = (a ?? "").toUpperCase(); return upper.startsWith("N") || upper.endsWith("SS") || upper.split("N").includes("AB");`,
      ),
      denies: ["sharp s", "pass", "n with an apostrophe", "ab"],
    },
    {
      title: "in a message",
      rule: "() => true",
      message: `({ oldObject }) => \`\${oldObject.metadata.annotations?.["a"]?.toUpperCase()}\``,
      denies: all,
      says: { yes: "YES", absent: "undefined" },
    },
    {
      title: "in a message, with a default",
      rule: "() => true",
      message: `({ oldObject: { metadata: { annotations, name } } }) => \`\${name === "keep" ? "kept" : (annotations?.["a"]?.toUpperCase() ?? "none")}\``,
      denies: all,
      says: { yes: "YES", absent: "none", keep: "kept" },
    },
    {
      title: "the first character",
      rule: body(`return a?.charAt(0) === "#" || a?.[0] === "k" || a?.at(0) === "P";`),
      denies: ["keep", "i with a dot", "pass", "comment"],
    },
    {
      title: "whether there is a first character",
      rule: body(`return a?.charAt(0) === "" || a?.[0] === undefined;`),
      denies: ["empty", "absent"],
    },
    {
      title: "the beginning and the end",
      rule: body(`return a?.slice(0, 3) === "abc" || a?.slice(-2) === "ab" || a?.substring(0, 2) === "# " || a?.at(-1) === "p";`),
      denies: ["keep", "kelvin", "n with an apostrophe", "a crab first", "comment", "abc", "ab"],
    },
  ],
};
