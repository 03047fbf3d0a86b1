import { expect, test } from "vitest";
import { compileText } from "../fixtures/compile-files.ts";

const errorsIn = (rule: string): readonly string[] => {
  const text = `
import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "example",
  match: [{ group: "", version: "v1", resource: "configmaps" }],
  rules: { example: { denyWhen: ({ oldObject, request }) => { const a = oldObject.metadata.annotations?.["a"] ?? ""; const names = a.split(","); ${rule} }, message: "no" } },
});
`;
  return compileText("example.ts", text).diagnostics.map(({ code }) => code);
};

test.each([
  ["nobody has asked", 'return a.slice(5) === "x";'],
  ["where it does not hold", 'return a.startsWith("team:") ? false : a.slice(5) === "x";'],
  ["where either holds", 'return (a.startsWith("team:") || a.startsWith("b")) && a.slice(5) === "x";'],
  ["behind an `if` that goes on", 'let b = 1; if (!a.startsWith("team:")) { b = 2; } return b === 2 && a.slice(5) === "x";'],
  ["further than the prefix", 'return a.startsWith("team:") && a.slice(6) === "x";'],
  ["a prefix beyond U+FFFF", 'return a.startsWith("\u{1f980}") && a.slice(1) === "x";'],
  ["another text", 'return request.userInfo.username.startsWith("team:") && a.slice(5) === "x";'],
  ["another end", 'return a.endsWith("team:") && a.slice(5) === "x";'],
  ["a text that changes", 'let b = a; if (!b.startsWith("team:")) return false; b = b + "y"; return b.slice(5) === "x";'],
  ["before the test", 'const b = a.slice(5); return a.startsWith("team:") && b === "x";'],
  ["of other elements", 'return names.some((n) => n.startsWith("a")) && names.some((n) => n.slice(1) === "x");'],
  ["a list that grows", 'const l = names.filter((n) => n.startsWith("a")); l.push(a); return l.some((n) => n.slice(1) === "x");'],
  [
    "changed elements",
    'return names.filter((n) => n.startsWith("a")).map((n) => n + n).map((n) => n + a).some((n) => n.slice(2) === "x");',
  ],
  ["a part from the test to a place", 'return a.startsWith("team:") && a.slice(5, 7) === "x";'],
])("text that may hold any character is not cut: %s", (_, rule) => {
  expect(errorsIn(rule)).toContain("counts-characters");
});

test("parts before a separator of two letters, which may overlap itself, need a newer Kubernetes", () => {
  expect(errorsIn('return a.split("::").slice(0, -1).join("::") === "x";')).toEqual(["needs-newer-kubernetes"]);
  expect(errorsIn('return a.split("::").slice(1).join("::") === "x";')).toEqual([]);
});
