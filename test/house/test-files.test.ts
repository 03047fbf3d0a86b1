import { readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { combinedOnTheOldest, sameOnTheOldest } from "../control-plane/same-on-the-oldest.ts";
import { importsOf, root, sourceFiles } from "./source-files.ts";

const files = sourceFiles("test");
const testFiles = files.map(({ path }) => path).filter((path) => path.endsWith(".test.ts"));
const needServer = testFilesThatImport("test/control-plane/server-suite.ts");
/** The second starts it in processes of its own. */
const needOracle = ["test/oracle/oracle-suite.ts", "test/fidelity/search.ts"].flatMap(testFilesThatImport);

/**
 * Or `npm test` would need Go, and `npm run test:servers` would leave something out: vitest.config.ts goes by the
 * names.
 */
test.each([
  { name: "-server.test.ts", opens: "a suite with a server", found: needServer },
  {
    name: "-oracle.test.ts",
    opens: "a suite with the oracle alone",
    found: needOracle.filter((one) => !needServer.includes(one)),
  },
])("whichever file opens $opens, and no other, is named *$name", ({ name, found }) => {
  expect(found.length).toBeGreaterThan(5);
  expect([...new Set(found)].toSorted()).toEqual(testFiles.filter((path) => path.endsWith(name)));
});

test("a file that opens one through another module is found", () => {
  expect(needServer).toContain("test/mutants/prevent-delete-server.test.ts");
});

/** A folder that was renamed would be run there again, which nobody sees. */
test.each([...sameOnTheOldest, ...combinedOnTheOldest])("what a run on the oldest Kubernetes leaves out is there: %s", (glob) => {
  const left = testFiles.filter((path) => matchesGlob(path, glob));
  expect(left.some((path) => /-(server|oracle)\.test\.ts$/.test(path))).toBe(true);
});

/** The first column of its tables; `guard/` or `language/parse/`. */
const namedFolders = [...readFileSync(join(root, "test/README.md"), "utf8").matchAll(/^\| (`.*?`) \|/gm)].flatMap(
  ([, names = ""]) => [...names.matchAll(/`([\w/-]+)\/`/g)].map(([, name = ""]) => name),
);

test("test/README.md names every folder of test/, each once", () => {
  const folders = files.map(({ path }) => path.split("/")[1] ?? "").filter((name) => !name.includes("."));
  expect([...new Set(namedFolders.map((name) => name.split("/")[0] ?? ""))].toSorted()).toEqual([...new Set(folders)].toSorted());
  expect(namedFolders).toEqual([...new Set(namedFolders)]);
  expect(namedFolders.filter((name) => !files.some(({ path }) => path.startsWith(`test/${name}/`)))).toEqual([]);
});

test("each folder of the source whose name a folder of test/ has not is said in test/README.md where it is tested", () => {
  const sources = ["compiler", "runtime-fallback"].flatMap(sourceFiles).map(({ path }) => path.split("/").slice(0, 2).join("/"));
  const untested = [...new Set(sources)].filter((path) => {
    const name = path.replace("runtime-fallback/", "fallback/").replace("compiler/", "");
    return !name.endsWith(".ts") && !files.some((file) => file.path.startsWith(`test/${name}/`));
  });
  const text = readFileSync(join(root, "test/README.md"), "utf8");
  expect(untested.filter((path) => !text.includes(`\`${path}/\``))).toEqual([]);
});

function testFilesThatImport(path: string): readonly string[] {
  return [...usersOf(path)].filter((one) => one.endsWith(".test.ts"));
}

/** Those that import it, those that import these, and so on. */
function usersOf(path: string, found: Set<string> = new Set()): ReadonlySet<string> {
  for (const file of files) {
    if (found.has(file.path) || !importsOf(file).includes(path)) continue;
    found.add(file.path);
    usersOf(file.path, found);
  }
  return found;
}
