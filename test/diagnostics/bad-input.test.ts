import { describe, expect, test } from "vitest";
import { compileFiles, placesOf } from "../fixtures/compile-files.ts";
import { policyText } from "./examples/files.ts";

/** The kinds of bad input that issue 3 names, as they meet a user: the place, the words and the override. */
const mistakes = [
  {
    title: "a syntax error",
    text: policyText("keep").replace(`=== "main"`, "==="),
    line: "keep.ts:5:76 syntax-error",
    says: "expression expected",
    override: "fix the syntax",
  },
  {
    title: "a type error",
    text: policyText("keep").replace(".name ===", ".nam ==="),
    line: "keep.ts:5:68 type-error",
    says: "'nam' does not exist",
    override: "TypeScript 2551",
  },
  {
    title: "no default export",
    text: policyText("keep").replace("export default ", "export const policy = "),
    line: "keep.ts:1:1 no-default-export",
    says: "`keep.ts`",
    override: "export default deletionPolicy",
  },
  {
    title: "a name that is no DNS name",
    text: policyText("Keep it"),
    line: "keep.ts:3:9 policy-name",
    says: "`Keep it`",
    override: "lower-case letters",
  },
  {
    title: "a name that is too long",
    text: policyText("k".repeat(230)),
    line: "keep.ts:3:9 policy-name",
    says: "`kkkk",
    override: "at most 150 characters",
  },
  {
    title: "a name that the API server keeps",
    text: policyText("keep.static.k8s.io"),
    line: "keep.ts:3:9 policy-name",
    says: "`keep.static.k8s.io`",
    override: "not ending in",
  },
  {
    title: "an unsupported construct in the middle of a rule",
    text: policyText("keep").replace(`=== "main"`, `=== "main" && new Intl.Locale("x") !== undefined`),
    line: "keep.ts:5:87 unsupported-expression",
    says: "new expression",
    override: "use plain lists",
  },
  {
    title: "a loop in a function that the rule calls",
    text: `import { deletionPolicy } from "holdfast";\nfunction found(name: string): boolean {\n  while (name !== "main") {\n    return true;\n  }\n  return false;\n}\n${policyText("keep").split("\n").slice(1).join("\n").replace(`oldObject.metadata.name === "main"`, "found(oldObject.metadata.name)")}`,
    line: "keep.ts:3:3 unsupported-statement",
    says: "while statement",
    override: "for (const x of list)",
  },
] as const;

describe("bad input", () => {
  test.each(mistakes)("$title", ({ text, line, says, override }) => {
    const compilation = compileFiles({ "keep.ts": text });
    expect(placesOf(compilation)).toEqual([line]);
    expect(compilation.diagnostics[0]?.message).toContain(says);
    expect(compilation.diagnostics[0]?.help).toContain(override);
    expect(compilation.files).toEqual([]);
  });

  test("two policies of one name", () => {
    const compilation = compileFiles({ "a.ts": policyText("keep"), "b.ts": policyText("keep") });
    expect(placesOf(compilation)).toEqual(["b.ts:2:16 same-policy-name"]);
    expect(compilation.diagnostics[0]?.message).toContain("(a.ts)");
    expect(compilation.files).toEqual([]);
  });

  test("two policies of one name in one file", () => {
    const [first, ...rest] = policyText("keep").split("\n");
    const policy = rest.join("\n").replace("export default ", "").replace(/;\n$/, "");
    expect(placesOf(compileFiles({ "a.ts": `${first}\nexport default [${policy}, ${policy}];\n` }))).toEqual([
      "a.ts:6:5 same-policy-name",
    ]);
  });

  test("one mistake does not hide the others, and they come by place", () => {
    const text = policyText("Keep It")
      .replace(`group: "apps"`, `group: "Apps"`)
      .replace(
        "rules: {",
        `rules: {\n    "wrong name": { denyWhen: ({ oldObject }) => oldObject.metadata.name.length & 1, message: "a\\nb" },\n    other: { denyWhen: ({ oldObject, request }) => new Intl.Locale("x") !== undefined && oldObject.kind < request.userInfo.username, message: ({ request }) => request.userInfo.username },\n   `,
      );
    const compilation = compileFiles({ "b.ts": text, "a.ts": policyText("keep").replace(` === "main"`, ".length & 1") });
    expect(placesOf(compilation)).toEqual([
      "a.ts:5:80 unsupported-operator",
      "b.ts:3:9 policy-name",
      "b.ts:4:20 match-group",
      "b.ts:6:5 rule-name",
      "b.ts:6:81 unsupported-operator",
      "b.ts:6:95 message-lines",
      "b.ts:7:52 unsupported-expression",
      "b.ts:7:90 orders-text",
    ]);
    expect(compilation.files).toEqual([]);
  });

  test("an error of types in one file does not hide what is wrong in the others", () => {
    const compilation = compileFiles({
      "a.ts": policyText("keep").replace(`=== "main"`, "=== 5"),
      "b.ts": policyText("other").replace(` === "main"`, ".length & 1"),
      "c.ts": `import { answer } from "./wrong.ts";\n${policyText("third").replace(`=== "main"`, "=== answer")}`,
      "wrong.ts": `export const answer: string = 5;\n`,
      "d.ts": policyText("keep").replace(`"keep it"`, `"${"x".repeat(6000)}"`),
    });
    expect(placesOf(compilation)).toEqual(["a.ts:5:49 type-error", "b.ts:5:80 unsupported-operator", "wrong.ts:1:14 type-error"]);
  });

  test("a mistake in a function that two rules call is reported once", () => {
    const text = policyText("keep")
      .replace("export default", "const isMain = (text: string): boolean => text.at(1) === 'm';\nexport default")
      .replace(`oldObject.metadata.name === "main"`, "isMain(oldObject.kind)")
      .replace("rules: {", `rules: { other: { denyWhen: ({ oldObject }) => isMain(oldObject.kind), message: "no" },`);
    expect(placesOf(compileFiles({ "keep.ts": text }))).toEqual(["keep.ts:2:43 counts-characters"]);
  });

  test("a mistake in an imported module is shown there", () => {
    const text = `import { isMain } from "./names.ts";\n${policyText("keep").replace(`oldObject.metadata.name === "main"`, "isMain(oldObject.kind)")}`;
    const modules = { "names.ts": `export const isMain = (name: string): boolean => name.toLowerCase() === String(name);\n` };
    expect(placesOf(compileFiles({ "keep.ts": text, ...modules }, ["keep.ts"]))).toEqual(["names.ts:1:50 knows-alphabets"]);
  });
});
