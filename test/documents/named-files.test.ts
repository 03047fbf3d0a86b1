import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root, sourceFiles } from "../house/source-files.ts";

const paths = ["compiler", "runtime-fallback", "policies", "test", "bench", ".ci"].flatMap(sourceFiles).map(({ path }) => path);
const read = (page: string): string => readFileSync(join(root, page), "utf8");

/** Files and folders that a page names: with their whole path, or the end of it. */
function namedIn(page: string): readonly string[] {
  return [...read(page).matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, name = ""]) => name);
}

function exists(name: string, page: string): boolean {
  if ([root, dirname(join(root, page))].some((folder) => existsSync(join(folder, name)))) return true;
  return paths.some((path) => (name.endsWith("/") ? `/${path}`.includes(`/${name}`) : `/${path}`.endsWith(`/${name}`)));
}

/** Each `README.md` beside the source that it is about. */
const readmes = [...new Set(paths.map((path) => join(dirname(path), "README.md")))].filter((page) =>
  existsSync(join(root, page)),
);

test.each([
  "docs/internals/architecture.md",
  "docs/internals/runtime.md",
  "CONTRIBUTING.md",
  "README.md",
  "test/README.md",
  ...readmes,
])("%s names files and folders that are there", (page) => {
  const names = namedIn(page);
  expect(names.filter((name) => !exists(name, page))).toEqual([]);
});

/**
 * `lower/scope.ts` in a comment. What stands below `policies/` is somebody's example, `packages/` is of another
 * project.
 */
const namedInComments = /^\s*(?:\*|\/\/|\/\*).*?(?<![\w/.-])((?:[\w-]+\/)+[\w-]+\.ts)\b/gm;

test("comments name files that are there", () => {
  const wrong = ["compiler", "runtime-fallback", "test", "bench"].flatMap(sourceFiles).flatMap(({ path, text }) =>
    Array.from(text.matchAll(namedInComments), ([, name = ""]) => name)
      .filter((name) => !/^(?:policies|packages)\//.test(name) && !exists(name, path))
      .map((name) => `${path}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("test/README.md has a row for every folder of tests", () => {
  const rows = new Set([...read("test/README.md").matchAll(/`([\w-]+)\/[^`]*`/g)].map(([, name]) => name));
  const folders = readdirSync(join(root, "test"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !rows.has(name))).toEqual([]);
});
