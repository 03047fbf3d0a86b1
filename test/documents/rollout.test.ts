import { expect, test } from "vitest";
import { compileText, problemsOf, documentsOf } from "../fixtures/compile-files.ts";
import { fencesOf } from "./fences.ts";

const fences = fencesOf("docs/rules/rollout.md");
const policy = fences.find(({ language }) => language === "ts")?.text ?? "";
const yaml = fences.find(({ language }) => language === "yaml")?.text ?? "missing";

test("the policy of docs/rules/rollout.md becomes the bindings that the page names", () => {
  const compilation = compileText("keep-labelled.ts", policy);
  expect(problemsOf(compilation)).toEqual([]);
  expect(compilation.files.find(({ name }) => name === "keep-labelled.yaml")?.text).toContain(yaml);
  const bindings = documentsOf(compilation).filter(({ kind, spec }) => {
    return (
      kind === "ValidatingAdmissionPolicyBinding" && (spec as { readonly policyName: string }).policyName === "keep-labelled"
    );
  });
  expect(bindings.map(({ spec }) => (spec as { readonly validationActions: unknown }).validationActions)).toEqual([
    ["Deny"],
    ["Warn", "Audit"],
    ["Audit"],
  ]);
});
