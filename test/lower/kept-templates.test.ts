import { expect, test } from "vitest";
import { DiagnosticBag } from "../../compiler/diagnostics/diagnostic.ts";
import { keptTemplates } from "../../compiler/lower/guards/templates.ts";
import { lowerSources } from "../../compiler/lower/index.ts";
import type { PolicyIr } from "../../compiler/ir/policy.ts";
import { findPolicies } from "../../compiler/source/find-policies.ts";
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
  const lower = (): PolicyIr => {
    lowered += 1;
    return {} as PolicyIr;
  };
  for (let time = 0; time < 2; time++) {
    withDirectory((workingDirectory) => {
      writeTree(workingDirectory, tree);
      const bag = new DiagnosticBag();
      const project = loadProject({ paths: ["a.ts"], workingDirectory }, bag);
      expect(bag.hasErrors).toBe(false);
      if (isFaulty) bag.report("syntax-error", { file: "a.ts", start: 0, end: 0 }, { text: "a fault" });
      keptTemplates({ project, kube, bag }, ["owners"], lower);
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

const builtIn = `[{ group: "", version: "v1", resource: "configmaps" }]`;

test.each([
  ["every policy", { match: builtIn }, []],
  ["one over a kind with a definition", {}, ["definitions"]],
  ["one that names finalizers", { match: builtIn, guards: `{ finalizers: { keep: ["example.com/a"] } }` }, ["finalizers"]],
  ["one that freezes", { match: builtIn, guards: "{ freeze: true }" }, ["freeze"]],
])("templates are lowered for whoever needs them: %s", (_, parts, more) => {
  withDirectory((workingDirectory) => {
    writeTree(workingDirectory, { "a.ts": fileOf(parts, "a") });
    const bag = new DiagnosticBag();
    const project = loadProject({ paths: ["a.ts"], workingDirectory }, bag);
    const { templates } = lowerSources({ project, sources: findPolicies(project, bag, {}), kube: 30 }, bag);
    expect([bag.errors(), Object.keys(templates ?? {})]).toEqual([[], ["release", "owners", ...more]]);
  });
});
