import { expect, test } from "vitest";
import { formatTable, guardRows } from "../../compiler/cli/summary.ts";
import { compileText, problemsOf } from "./compile-text.ts";
import { fencesOf } from "./fences.ts";

const [policy] = fencesOf("docs/guards.md").filter(({ language }) => language === "ts");
const [table] = fencesOf("docs/guards.md").filter(({ language }) => language === "text");

test("the policy of docs/guards.md compiles, and has the guards that the page shows", () => {
  const compilation = compileText("keep-labelled.ts", policy?.text ?? "");
  expect(problemsOf(compilation)).toEqual([]);
  expect(`${formatTable(guardRows(compilation.policies))}\n`).toBe(table?.text);
});
