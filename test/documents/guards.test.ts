import { expect, test } from "vitest";
import { guardRows } from "../../compiler/cli/output/details.ts";
import { formatTable } from "../../compiler/cli/output/summary.ts";
import { compileText, problemsOf } from "../fixtures/compile-files.ts";
import { fencesOf } from "./fences.ts";

const policies = ["guards", "guards-reference", "overrides"].flatMap((page) =>
  fencesOf(`docs/rules/${page}.md`).filter(({ language }) => language === "ts"),
);
const [table] = fencesOf("docs/rules/guards.md").filter(({ language }) => language === "text");

test("the policy of docs/rules/guards.md compiles, and has the guards that the page shows", () => {
  const policy = policies.find(({ text }) => text.includes('"keep-labelled"'));
  const compilation = compileText("keep-labelled.ts", policy?.text ?? "");
  expect(problemsOf(compilation)).toEqual([]);
  expect(`${formatTable(guardRows(compilation.policies))}\n`).toBe(table?.text);
});

test("the policy that lets a controller set owners compiles, and says so of its guard", () => {
  const policy = policies.find(({ text }) => text.includes('"keep-claims"'));
  const compilation = compileText("keep-claims.ts", policy?.text ?? "");
  expect(problemsOf(compilation)).toEqual([]);
  expect(formatTable(guardRows(compilation.policies))).toContain(
    "new owners, but StatefulSet, Pod from system:serviceaccount:kube-system:statefulset-controller",
  );
});
