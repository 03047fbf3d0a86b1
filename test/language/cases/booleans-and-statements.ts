import type { Family } from "../language-case.ts";

const requests = {
  "a and b": { stored: { metadata: { labels: { a: "1", b: "1" } }, spec: { on: true, mode: "x" } } },
  "a only": { stored: { metadata: { labels: { a: "1" } }, spec: { on: false, mode: "y" } } },
  "b only": { stored: { metadata: { labels: { b: "1" } }, spec: { on: null, mode: "z" } } },
  neither: { stored: { spec: { on: "true", mode: 7 } } },
  bare: { stored: {} },
} as const;

const ab = `const a = oldObject.metadata.labels?.["a"] === "1"; const b = oldObject.metadata.labels?.["b"] === "1";`;

export const booleansAndStatements: Family = {
  title: "booleans, if, switch and return",
  type: "spec?: { on?: boolean; off?: boolean; mode?: string }",
  requests,
  cases: [
    { title: "&&", rule: `({ oldObject }) => { ${ab} return a && b; }`, denies: ["a and b"] },
    { title: "||", rule: `({ oldObject }) => { ${ab} return a || b; }`, denies: ["a and b", "a only", "b only"] },
    { title: "!", rule: `({ oldObject }) => { ${ab} return !a && !(a || b) && !!true; }`, denies: ["neither", "bare"] },
    {
      title: "precedence as written",
      rule: `({ oldObject }) => { ${ab} return !(a && b) && (a || b) || !(!a || b) && a; }`,
      denies: ["a only", "b only"],
    },
    { title: "? :", rule: `({ oldObject }) => { ${ab} return a ? b : !b; }`, denies: ["a and b", "neither", "bare"] },
    {
      title: "? : inside ? :",
      rule: `({ oldObject }) => { ${ab} return (a ? (b ? "ab" : "a") : b ? "b" : "none") === "b"; }`,
      denies: ["b only"],
    },
    {
      title: "constants",
      rule: `({ oldObject }) => { ${ab} const no = false; return (a && no) || (b && !no) || (no ? a : false); }`,
      denies: ["a and b", "b only"],
    },
    {
      title: "a boolean that may be absent, as a condition after ??",
      rule: `({ oldObject }) => (oldObject.spec?.on ?? true) ? true : false`,
      denies: ["a and b", "b only", "neither", "bare"],
    },
    {
      title: "not a boolean that may be absent",
      rule: `({ oldObject }) => !(oldObject.spec?.on ?? true)`,
      denies: ["a only"],
    },
    {
      title: "not a boolean that may be absent, by name",
      rule: `({ oldObject }) => { const on = oldObject.spec?.on ?? false; return !on; }`,
      denies: ["a only", "b only", "neither", "bare"],
    },
    {
      title: "not a boolean that may be absent, in one branch",
      rule: `({ oldObject }) => { ${ab} if (b) return a; return !(oldObject.spec?.on ?? oldObject.spec?.off ?? true); }`,
      denies: ["a and b", "a only"],
    },
    { title: "a narrowed boolean", rule: `({ oldObject: { spec } }) => spec?.on !== undefined && !spec.on`, denies: ["a only"] },
    {
      title: "early returns",
      rule: `({ oldObject }) => { ${ab} if (a) return b; if (b) return true; return false; }`,
      denies: ["a and b", "b only"],
    },
    {
      title: "if, else if, else",
      rule: `({ oldObject }) => { ${ab} if (a && b) { return false; } else if (a) { return true; } else { return b; } }`,
      denies: ["a only", "b only"],
    },
    {
      title: "a branch that goes on",
      rule: `({ oldObject }) => { ${ab} if (a) { if (b) { return true; } } else { if (!b) return true; } return false; }`,
      denies: ["a and b", "neither", "bare"],
    },
    {
      title: "many branches that go on are read once",
      rule: `({ oldObject }) => { ${ab} ${Array.from({ length: 24 }, (_, at) => `if (a) { if (b === ${at % 2 === 0}) return ${at % 3 === 0}; }`).join(" ")} return true; }`,
      denies: ["a and b", "b only", "neither", "bare"],
    },
    {
      title: "names in blocks",
      rule: `({ oldObject }) => { ${ab} { const a = false; if (a) return true; } { const b = "1"; if (b === "1" && a) return true; } return false; }`,
      denies: ["a and b", "a only"],
    },
    {
      title: "switch",
      rule: `({ oldObject }) => { switch (oldObject.spec?.mode) { case "x": return true; case "y": case "z": return false; default: return true; } }`,
      denies: ["a and b", "neither", "bare"],
    },
    {
      title: "switch with default first, break and what follows",
      rule: `({ oldObject }) => { ${ab} switch (oldObject.spec?.mode) { default: return a; case undefined: break; case "z": { if (b) break; return false; } case "y": return true; } return b; }`,
      denies: ["a and b", "a only", "b only"],
    },
    {
      title: "switch without default",
      rule: `({ oldObject }) => { switch (oldObject.spec?.mode) { case "x": return true; } return false; }`,
      denies: ["a and b"],
    },
    {
      title: "switch (true)",
      rule: `({ oldObject }) => { ${ab} switch (true) { case a && b: return false; case a: return true; } return b; }`,
      denies: ["a only", "b only"],
    },
    {
      title: "functions declared after their use",
      rule: `({ oldObject }) => { return isMarked(); function isMarked(): boolean { return oldObject.metadata.labels?.["a"] === "1"; } }`,
      denies: ["a and b", "a only"],
    },
    { title: "a rule that is a constant", rule: `() => true`, denies: Object.keys(requests) },
    {
      title: "empty statements and types inside",
      rule: `({ oldObject }) => { ; type Text = string; interface X { a: string } const x: Text = oldObject.kind; return x === "Thing"; }`,
      denies: Object.keys(requests),
    },
  ],
};
