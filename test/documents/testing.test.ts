import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdfast, holdfastHere, keepLabelled, userProject } from "../cli/user-project.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

const policies = { "policies/keep-labelled.ts": keepLabelled };

/** The block of a document whose first line names this file. */
function fileIn(document: string, name: string): string {
  const found = fencesOf(document).find(({ text }) => /^(?:\/\/|#) (.*)$/m.exec(text)?.[1] === name);
  if (found === undefined) throw new Error(`${document} shows no ${name}`);
  return found.text;
}

test("the test in the README passes as it stands there", async () => {
  const name = "policies/keep-labelled.test.ts";
  const { code, out } = await holdfast(userProject({ ...policies, [name]: fileIn("README.md", name) }), ["test"]);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining("2 cases: 2 passed; 1 of 1 rules have cases of both kinds"),
  });
});

describe("docs/rules/testing.md", () => {
  test("its suite and its program pass", async () => {
    const names = ["policies/keep-labelled.test.yaml", "policies/keep-labelled.test.ts"];
    const files = Object.fromEntries(names.map((name) => [name, fileIn("docs/rules/testing.md", name)]));
    const { code, out } = await holdfast(userProject({ ...policies, ...files }), ["test", "--typescript"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("5 cases: 5 passed; 1 of 1 rules") });
  });

  test("its explanation is the one that the command gives", async () => {
    const settings =
      "{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop, labels: { example.com/keep: 'yes' } } }";
    const words = ["explain", "keep-labelled", "--object", "settings.yaml", "--as", "alice", "--groups", "ops"];
    const { out } = await holdfastHere(userProject({ ...policies, "settings.yaml": settings }), words);
    const shown = fencesOf("docs/rules/testing.md").find(({ language }) => language === "text")?.text ?? "";
    const [before = "", after = ""] = shown.split("...");
    expect(shown).toContain("values in ValidatingAdmissionPolicy");
    expect(out).toContain(before.trim());
    expect(out).toContain(after.slice(after.indexOf("\n")).trim());
  });

  test("every key of a case and of a file that is read is described, and no other", async () => {
    const described = [...keysOfTables().matchAll(/`(\w+)`(?:, |(?= \|))/g)].map((match) => match[1]);
    const { circumstanceKeys } = await import("../../compiler/simulator/suite/read-circumstances.ts");
    const others = ["cases", "policy", "policies", "kinds", "name", "delete", "deleteCollection", "create", "update", "expect"];
    expect(new Set(described)).toEqual(new Set([...others, ...circumstanceKeys]));
  });
});

/** First columns of the tables of keys. */
function keysOfTables(): string {
  const page = readFileSync(join(root, "docs/rules/testing.md"), "utf8");
  const section = page.slice(page.indexOf("## Write tests in YAML"), page.indexOf("### Expected results"));
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((row) => `${row.split(" | ")[0] ?? ""} |`)
    .join("\n");
}
