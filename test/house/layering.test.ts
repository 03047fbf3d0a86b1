import { expect, test } from "vitest";
import { type SourceFile, importsOf, sourceFiles } from "./source-files.ts";

/**
 * Who may import whom. A folder may always import from itself. `docs/architecture.md` shows the same table to readers.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  "compiler/diagnostics": ["node:util"],
  "compiler/dsl": [],
  "compiler/ir": ["compiler/diagnostics", "node:crypto"],
  "compiler/evaluate": ["compiler/dsl", "compiler/ir"],
  "compiler/source": ["compiler/diagnostics", "ts-morph", "node:fs", "node:path", "node:url"],
  "compiler/lower": ["compiler/diagnostics", "compiler/dsl/limits.ts", "compiler/ir", "compiler/source", "ts-morph"],
  "compiler/cel": ["compiler/diagnostics", "compiler/ir"],
  "compiler/arrange": ["compiler/cel", "compiler/diagnostics", "compiler/dsl/limits.ts", "compiler/ir"],
  "compiler/check": ["compiler/cel", "compiler/diagnostics", "compiler/dsl/limits.ts", "compiler/ir"],
  "compiler/manifest": ["compiler/cel", "compiler/diagnostics", "compiler/ir", "ajv", "yaml", "node:"],
  "compiler/compile.ts": ["compiler/"],
  "compiler/summarize.ts": ["compiler/"],
  "compiler/index.ts": ["compiler/"],
  "compiler/cli": ["compiler/compile.ts", "compiler/diagnostics", "compiler/manifest", "node:"],
  policies: ["holdfast"],
};

/** One door for each library: nobody else knows which one it is. */
const doors: Readonly<Record<string, RegExp>> = {
  ajv: /^compiler\/manifest\/schema\//,
  "cel-js": /^test\/evaluators\/cel-engine\.ts$/,
  "ts-morph": /^compiler\/(source|lower)\/|^test\//,
  undici: /^test\/control-plane\//,
  yaml: /^compiler\/manifest\/yaml\.ts$|^test\//,
};

const files = [...sourceFiles("compiler"), ...sourceFiles("policies"), ...sourceFiles("test")];

test.each(Object.keys(layers))("%s imports only from the layers below it", (layer) => {
  const allowed = [layer, ...(layers[layer] ?? [])];
  const wrong = files.filter(({ path }) => isIn(path, layer)).flatMap((file) => foreignImports(file, allowed));
  expect(wrong).toEqual([]);
});

test("every file of the compiler belongs to a layer", () => {
  const homeless = sourceFiles("compiler").filter(({ path }) => !Object.keys(layers).some((layer) => isIn(path, layer)));
  expect(homeless.map(({ path }) => path)).toEqual([]);
});

test.each(Object.entries(doors))("%s is imported through one door", (name, door) => {
  const users = files.filter((file) => importsOf(file).some((imported) => imported === name || imported.startsWith(`${name}/`)));
  expect(users.map(({ path }) => path).filter((path) => !door.test(path))).toEqual([]);
});

test("nothing imports tests", () => {
  const wrong = files
    .filter(({ path }) => !path.startsWith("test/"))
    .flatMap((file) => importsOf(file).filter((imported) => imported.startsWith("test/")));
  expect(wrong).toEqual([]);
});

function foreignImports(file: SourceFile, allowed: readonly string[]): readonly string[] {
  return importsOf(file)
    .filter((imported) => !allowed.some((prefix) => imported.startsWith(prefix)))
    .map((imported) => `${file.path} imports ${imported}`);
}

function isIn(path: string, layer: string): boolean {
  return path === layer || path.startsWith(`${layer}/`);
}
