import { expect, test } from "vitest";
import { importCycles } from "./import-cycles.ts";
import { importTable, isIn, rowOf } from "./import-table.ts";
import { type SourceFile, importsOf, sourceFiles } from "./source-files.ts";

const rows = importTable();
const ours = ["compiler", "runtime-fallback", "policies", "bench"];

/** One door for each library: nobody else knows which one it is. */
const doors: Readonly<Record<string, RegExp>> = {
  "@bufbuild/cel": /^test\/second-opinion\/bufbuild\.ts$/,
  "@marcbachmann/cel-js": /^test\/second-opinion\/marcbachmann\.ts$/,
  esbuild: /^compiler\/simulator\/bundle\/bundle\.ts$/,
  "@kubernetes/client-node": /^runtime-fallback\/kubernetes\//,
  pino: /^runtime-fallback\/telemetry\/log\.ts$/,
  "playwright-core": /^test\/fixtures\/browser\.ts$/,
  "prom-client": /^runtime-fallback\/telemetry\/registry\.ts$/,
  "@peculiar/x509": /^runtime-fallback\/certificates\/|^test\/control-plane\//,
  "@prometheus-io/lezer-promql": /^test\/fallback\/monitoring\/promql\.ts$/,
  "@lezer/common": /^test\/fallback\/monitoring\/promql\.ts$/,
  ajv: /^compiler\/manifest\/schema\/|^test\/fixtures\/json-schema\.ts$/,
  "reflect-metadata": /^runtime-fallback\/certificates\/|^test\/control-plane\//,
  re2js: /^compiler\/cel\//,
  // A program of its own, which is what the compiler is compared with.
  "ts-morph": /^compiler\/(source|lower)\/|^bench\/compiler\/ts-morph-floor\.ts$|^test\//,
  undici: /^runtime-fallback\/kubernetes\/|^test\/control-plane\//,
  vitest: /^compiler\/simulator\/vitest\/|^policies\/.*\.test\.ts$|^test\//,
  // One door for what is written, one for definitions, one for what people write: that tells where everything stands.
  yaml: /^compiler\/(manifest\/(read-)?yaml|crd-types\/read-documents)\.ts$|^test\//,
};

const files = [...ours, "test"].flatMap(sourceFiles);

test.each(rows.map(({ folder }) => folder))("%s imports what its row in docs/internals/architecture.md names", (folder) => {
  const own = files.filter(({ path }) => rowOf(path, rows)?.folder === folder);
  expect(own.length).toBeGreaterThan(0);
  expect(own.flatMap(foreignImports)).toEqual([]);
});

test("each file has a row", () => {
  const without = ours.flatMap(sourceFiles).filter(({ path }) => rowOf(path, rows) === undefined);
  expect(without.map(({ path }) => path)).toEqual([]);
});

test("no row names a folder that its files do not import", () => {
  const unused = rows.flatMap(({ folder, imports, libraries }) => {
    const imported = files.filter(({ path }) => rowOf(path, rows)?.folder === folder).flatMap(importsOf);
    const named = [
      ...imports.filter((name) => !imported.some((path) => isIn(path, name))),
      ...libraries.filter((name) => !imported.some((one) => isLibrary(one, name))),
    ];
    return named.map((name) => `${folder}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test("no files import each other in a cycle", () => {
  expect(importCycles(ours.flatMap(sourceFiles))).toEqual([]);
});

test.each(Object.entries(doors))("%s is imported through one door", (name, door) => {
  const users = files.filter((file) => importsOf(file).some((imported) => imported === name || imported.startsWith(`${name}/`)));
  expect(users.map(({ path }) => path).filter((path) => !door.test(path))).toEqual([]);
});

test("of the compiler only `serve` imports more of the fallback than its client: nobody else loads its libraries", () => {
  const isMore = (imported: string): boolean => /^runtime-fallback\/(?!kubernetes\/)/.test(imported);
  const users = files.filter((file) => importsOf(file).some(isMore));
  expect(users.map(({ path }) => path).filter((path) => /^compiler\/(?!serve\/)/.test(path))).toEqual([]);
});

/** The benchmarks run the command, and start the webhook as its container does. */
test.each([
  ["runtime-fallback", /^compiler\/(?!api\/)/],
  ["bench", /^compiler\/(?!api\/|install\/manifests\/pod\.ts$)/],
])("of the compiler %s imports only the leaf", (folder, others) => {
  const users = files.filter(({ path }) => path.startsWith(`${folder}/`));
  expect(users.length).toBeGreaterThan(0);
  expect(users.flatMap(importsOf).filter((imported) => others.test(imported))).toEqual([]);
});

test("nothing imports tests", () => {
  const wrong = files
    .filter(({ path }) => !/^(test|bench)\//.test(path))
    .flatMap((file) => importsOf(file).filter((imported) => imported.startsWith("test/")));
  expect(wrong).toEqual([]);
});

function foreignImports(file: SourceFile): readonly string[] {
  const row = rowOf(file.path, rows);
  return importsOf(file)
    .filter((imported) => {
      const own = rowOf(imported, rows);
      if (own === undefined && !imported.startsWith("test/"))
        return row?.libraries.some((name) => isLibrary(imported, name)) !== true;
      return own !== row && row?.imports.some((folder) => isIn(imported, folder)) !== true;
    })
    .map((imported) => `${file.path} imports ${imported}`);
}

/** A name that ends with a colon stands for all that begin with it: `node:`. */
function isLibrary(imported: string, name: string): boolean {
  return imported === name || imported.startsWith(name.endsWith(":") ? name : `${name}/`);
}
