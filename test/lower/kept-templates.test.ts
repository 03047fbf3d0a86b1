import { expect, test } from "vitest";
import { DiagnosticBag } from "../../compiler/diagnostics/diagnostic.ts";
import { keptTemplates, type LoweredTemplates } from "../../compiler/lower/guards/templates.ts";
import { loadProject } from "../../compiler/source/project.ts";
import { withDirectory } from "../fixtures/open-directory.ts";
import { writeTree, type Tree } from "../fixtures/tree.ts";
import { fileOf } from "../diagnostics/example.ts";

const policy = fileOf({ rule: "({ oldObject }) => oldObject.metadata.name === 'x'" }, "a");

/**
 * How often the templates are lowered when the same files are compiled twice for a version that no other test names.
 */
function loweredFor(kube: number, tree: Tree, isFaulty = false): number {
  let lowered = 0;
  const lower = (): LoweredTemplates => {
    lowered += 1;
    return {} as LoweredTemplates;
  };
  for (let time = 0; time < 2; time++) {
    withDirectory((workingDirectory) => {
      writeTree(workingDirectory, tree);
      const bag = new DiagnosticBag();
      const project = loadProject({ paths: ["a.ts"], workingDirectory }, bag);
      expect(bag.hasErrors).toBe(false);
      if (isFaulty) bag.report("syntax-error", { file: "a.ts", start: 0, end: 0 }, { text: "a fault" });
      keptTemplates({ project, kube, bag }, lower);
    });
  }
  return lowered;
}

test("the templates are lowered once for a version of Kubernetes", () => {
  expect(loweredFor(901, { "a.ts": policy })).toBe(1);
  expect(loweredFor(902, { "a.ts": policy })).toBe(1);
});

test("those of a compilation that reported something are not kept", () => {
  expect(loweredFor(903, { "a.ts": policy }, true)).toBe(2);
});

test.each([
  ["imported", 'import type { Extra } from "./extra.d.ts";\nexport type Own = Extra;\n'],
  ["referred to", '/// <reference path="./extra.d.ts" />\n'],
  ["in the policy itself", "declare global { interface Array<T> { readonly extra?: T } }\n"],
  ["in a file that is no module", 'import "./script.ts";\n'],
  ["of a package", 'import type { Extra } from "extra";\nexport type Own = Extra;\n'],
])("nor are those beside declarations that may change what names mean: %s", (_, before) => {
  const extra = "declare global { interface Array<T> { readonly extra?: T } }\nexport interface Extra { readonly a: string }\n";
  const tree = {
    "a.ts": `${before}${policy}`,
    "extra.d.ts": extra,
    "script.ts": "interface Array<T> { readonly extra?: T }\n",
    "node_modules/extra/index.d.ts": extra,
  };
  expect(loweredFor(904, tree)).toBe(2);
});
