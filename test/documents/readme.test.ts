import { expect, test } from "vitest";
import { compileText, problemsOf } from "../fixtures/compile-files.ts";
import { fencesOf } from "./fences.ts";

const fences = fencesOf("README.md");
const rule = fences.find(({ language }) => language === "ts");
const yaml = fences.find(({ language }) => language === "yaml");

test("the rule in the README becomes the YAML in the README", () => {
  const compilation = compileText("keep-labelled.ts", rule?.text ?? "");
  expect(problemsOf(compilation)).toEqual([]);
  expect(compilation.files.find(({ name }) => name === "keep-labelled.yaml")?.text).toContain(yaml?.text);
});
