import { expect, test } from "vitest";
import { compileNext } from "../../compiler/compile.ts";
import { problemsOf, ruleInCel } from "../fixtures/compile-files.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { type Tree, writeTree } from "../fixtures/tree.ts";

// The compiler's own sources are parsed once, and whatever the author may have changed each time.

const policy = (imports: string, condition: string, type = ""): string => `import { deletionPolicy } from "holdfast";
${imports}
export default deletionPolicy${type}({
  name: "things",
  match: [{ group: "", version: "v1", resource: "pods" }],
  overrides: { none: "only the rule is asked" },
  rules: { rule: { denyWhen: ({ oldObject }) => ${condition}, message: "no" } },
});
`;

function celOf(directory: string): string {
  const compiled = compileNext({ paths: ["policy.ts"], workingDirectory: directory });
  expect(problemsOf(compiled)).toEqual([]);
  return ruleInCel(compiled);
}

const isNamed = (name: string): string => `oldObject.metadata.name != '${name}'`;

test.each<readonly [string, string, (name: string) => Tree]>([
  ["a policy", "", (name) => ({ "policy.ts": policy("", `oldObject.metadata.name === "${name}"`) })],
  ["a module", `import { NAME } from "./names.ts";`, (name) => ({ "names.ts": `export const NAME = "${name}";` })],
  [
    "data",
    `import data from "./names.json"; const { NAME } = data;`,
    (name) => ({ "names.json": JSON.stringify({ NAME: name }) }),
  ],
  [
    "a package",
    `import { NAME } from "names";`,
    (name) => ({
      "node_modules/names/package.json": JSON.stringify({ name: "names", type: "module", exports: "./index.ts" }),
      "node_modules/names/index.ts": `export const NAME = "${name}";`,
    }),
  ],
])("%s that has changed is read again", (_, imports, files) => {
  const directory = temporaryDirectory({ "policy.ts": policy(imports, "oldObject.metadata.name === NAME"), ...files("one") });
  expect(celOf(directory)).toBe(isNamed("one"));
  writeTree(directory, files("two"));
  expect(celOf(directory)).toBe(isNamed("two"));
});

test("types of a package that have changed are read again", () => {
  const declared = (type: string): Tree => ({ "node_modules/shapes/index.d.ts": `export interface Spec { size: ${type} }` });
  const directory = temporaryDirectory({
    "policy.ts": policy(
      `import type { KubernetesObject } from "holdfast"; import type { Spec } from "shapes";`,
      "oldObject.spec.size === 3",
      "<KubernetesObject & { readonly spec: Spec }>",
    ),
    "node_modules/shapes/package.json": JSON.stringify({ name: "shapes", types: "index.d.ts" }),
    ...declared("number"),
  });
  expect(problemsOf(compileNext({ paths: ["policy.ts"], workingDirectory: directory }))).toEqual([]);
  writeTree(directory, declared("string"));
  expect(problemsOf(compileNext({ paths: ["policy.ts"], workingDirectory: directory }))).toHaveLength(1);
});

test("globals that a file declares are there for that compilation alone", () => {
  const asks = policy("", "oldObject.metadata.name === mine");
  const directory = temporaryDirectory({ "policy.ts": `declare global { var mine: string; }\n${asks}` });
  const first = compileNext({ paths: ["policy.ts"], workingDirectory: directory });
  writeTree(directory, { "policy.ts": asks });
  const second = compileNext({ paths: ["policy.ts"], workingDirectory: directory });
  expect(problemsOf(first)).not.toEqual(problemsOf(second));
  expect(problemsOf(second)).toEqual([expect.stringContaining("cannot find name 'mine'") as string]);
});

test("after one kind others are known, and after what is beyond TypeScript all is", () => {
  const directory = temporaryDirectory({
    "policy.ts": policy(`import type { Pod } from "holdfast/kinds";`, `oldObject.spec?.nodeName === "a"`, "<Pod>"),
    "node.ts": policy(
      `import type * as kinds from "holdfast/kinds";`,
      "oldObject.spec?.unschedulable === true",
      "<kinds.Node>",
    ).replace("pods", "nodes"),
    "deep.ts": policy("", `oldObject.metadata.name === ${"(".repeat(20_000)}"a"${")".repeat(20_000)}`),
  });
  const problems = (path: string): readonly string[] => problemsOf(compileNext({ paths: [path], workingDirectory: directory }));
  expect(problems("policy.ts")).toEqual([]);
  expect(problems("node.ts")).toEqual([]);
  expect(problems("deep.ts")).toHaveLength(1);
  expect(problems("policy.ts")).toEqual([]);
});
