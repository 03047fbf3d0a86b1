import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../house/source-files.ts";
import { compileText, problemsOf } from "../fixtures/compile-files.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/rules/presets.md";
const text = readFileSync(join(root, page), "utf8");
const namesIn = (directory: string): readonly string[] => readdirSync(join(root, directory));

test("every preset has a row, a YAML file and cases", () => {
  const modules = ["kept-kinds", "objects"];
  const sources = namesIn("policies/presets").flatMap((name) => /^([^.]+)\.ts$/.exec(name)?.[1] ?? []);
  const presets = sources.filter((name) => !modules.includes(name)).toSorted();
  const generated = namesIn("generated/presets").filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml");
  expect([...text.matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] ?? "").toSorted()).toEqual(presets);
  expect(generated.toSorted()).toEqual(presets.map((name) => `${name}.yaml`));
  expect(namesIn("policies/presets")).toEqual(expect.arrayContaining(presets.map((name) => `${name}.test.yaml`)));
});

test("the files that are copied are there, and are all that the preset imports", () => {
  const [, list = ""] = /presets\/\{([^}]+)\}\.ts/.exec(text) ?? [];
  const [preset = "", ...modules] = list.split(",");
  const imported = readFileSync(join(root, "policies/presets", `${preset}.ts`), "utf8").matchAll(/from "\.\/([^"]+)\.ts"/g);
  expect([...imported].map((match) => match[1])).toEqual(modules);
});

test("the example compiles", () => {
  const [example] = fencesOf(page).filter(({ language }) => language === "ts");
  const compilation = compileText("kruise-cascading-namespaces.ts", example?.text ?? "");
  expect(problemsOf(compilation)).toEqual([]);
  expect(compilation.policies).toHaveLength(2);
});
