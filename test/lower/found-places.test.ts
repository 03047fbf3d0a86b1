import { expect, test } from "vitest";
import { compileText } from "../fixtures/compile-files.ts";

const errorsIn = (rule: string): readonly string[] => {
  const text = `
import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "example",
  match: [{ group: "", version: "v1", resource: "configmaps" }],
  rules: { example: { denyWhen: ({ oldObject, request }) => { const a = oldObject.metadata.annotations?.["a"] ?? ""; const names = a.split(","); const i = a.indexOf("="); ${rule} }, message: "no" } },
});
`;
  return compileText("example.ts", text).diagnostics.map(({ code }) => code);
};

test.each([
  ["nobody has asked", 'return a.slice(0, i) === "x";'],
  ["what always holds", 'return i >= -1 && a.slice(0, i) === "x";'],
  ["where it may be behind a number", 'return i < 3 && a.slice(0, i) === "x";'],
  ["where it is not found", 'return i >= 0 ? false : a.slice(0, i) === "x";'],
  ["where either holds", 'return (i >= 0 || names.length > 2) && a.slice(0, i) === "x";'],
  ["an `if` that goes on", 'let b = 1; if (i === -1) { b = 2; } return b === 2 && a.slice(0, i) === "x";'],
  ["before the test", 'const b = a.slice(0, i); return i >= 0 && b === "x";'],
  [
    "a place that changes",
    'let j = a.indexOf("="); if (j >= 0) { j = a.indexOf("y"); return a.slice(0, j) === "x"; } return false;',
  ],
  ["another place", 'const j = a.indexOf(":"); return i >= 0 && a.slice(0, j) === "x";'],
  ["another text that holds it", 'return request.userInfo.username.includes("=") && a.slice(0, i) === "x";'],
  ["something else in the text", 'return a.includes(":") && a.slice(0, i) === "x";'],
  ["a part of what is searched", 'return a.includes("=") && a.slice(0, a.indexOf("==")) === "x";'],
  [
    "a search that begins behind what the text was asked for",
    'return a.includes("=") && a.slice(0, a.indexOf("=", a.indexOf(":"))) === "x";',
  ],
  ["of other elements", 'return names.some((n) => n.includes("=")) && names.some((n) => n.slice(0, n.indexOf("=")) === "x");'],
])("text is not cut at a place that may not be found: %s", (_, rule) => {
  expect(errorsIn(rule)).toContain("counts-characters");
});

test.each([
  ["found", 'return i >= 0 && a.slice(0, i) === "x";'],
  ["the other way round", 'return -1 !== i && a.slice(0, i) === "x";'],
  ["not negated twice", 'return !(i < 0) && a.slice(0, i) === "x";'],
  ["in the other branch", 'return i === -1 ? false : a.slice(0, i) === "x";'],
  ["behind a return", 'if (i === -1 || names.length > 3) return false; return a.slice(0, i) === "x";'],
  ["by the text", 'return a.includes("=") && a.slice(0, i) === "x";'],
])("text is cut at a place that is asked for: %s", (_, rule) => {
  expect(errorsIn(rule)).toEqual([]);
});
