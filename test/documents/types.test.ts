import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { declareTypes } from "../../compiler/crd-types/index.ts";
import { builtInKinds } from "../../compiler/language/served/built-in-kinds.ts";
import type { Compilation } from "../../compiler/index.ts";
import { compileFiles, problemsOf, ruleInCel } from "../fixtures/compile-files.ts";
import { root } from "../house/source-files.ts";
import { onOneLine } from "../language/yaml-text.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/rules/types.md";
const kinds = "docs/reference/built-in-kinds.md";
const fences = fencesOf(page);
const blocks = (language: string): readonly string[] =>
  fences.filter((fence) => fence.language === language).map(({ text }) => text);
const [builtIn = "", declared = "", generated = "", own = ""] = blocks("ts");
const declaration = "types/database.db.example.com.v1.d.ts";

/** A policy of the page, with the declaration of the page beside it. */
function compilePolicy(text: string): Compilation {
  return compileFiles({ "policies/example.ts": text, [declaration]: declared }, ["policies"]);
}

describe(page, () => {
  test.each([
    ["of a built-in kind", builtIn],
    ["of a generated type", generated],
    ["of a type of one's own", own],
  ])("the policy %s compiles", (_, text) => {
    const compilation = compilePolicy(text);
    expect(problemsOf(compilation)).toEqual([]);
    expect(compilation.policies).toHaveLength(1);
  });

  test("the policy of a built-in kind becomes the CEL beside it", () => {
    expect(ruleInCel(compilePolicy(builtIn))).toBe(onOneLine(blocks("cel")[0]?.trim() ?? ""));
  });

  test("the definition becomes the declaration beside it", () => {
    const { files, problems } = declareTypes([{ path: "crd.yaml", text: blocks("yaml")[0] ?? "" }]);
    expect(problems).toEqual([]);
    expect(files.map(({ name, text }) => [`types/${name}`, text])).toEqual([[declaration, declared]]);
  });

  test(`${kinds} names every built-in kind, with its match`, () => {
    const rows = readFileSync(join(root, kinds), "utf8").matchAll(/^\| `(\w+)` \| `\{ (group: .*) \}` \|.*\|$/gm);
    const expected = builtInKinds.map(({ type, group, version, resource }) => [
      type,
      `group: "${group}", version: "${version}", resource: "${resource}"`,
    ]);
    expect([...rows].map(([, kind, match]) => [kind, match])).toEqual(expected);
  });
});
