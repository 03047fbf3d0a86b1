import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../house/source-files.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

const titlesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, title]) => title ?? []);

const pages = ["what-holdfast-does-not-stop", "limits-of-guards"];

test("the pages about what is not stopped name every test that shows it, and no other", () => {
  const named = pages.flatMap((page) => titlesIn(read(`docs/security/${page}.md`), /^Shown by:\s`(T\d+: [^`]*)`$/gm));
  const tests = ["limits", "parameters"].flatMap((file) =>
    titlesIn(read(`test/guard/limits/${file}-server.test.ts`), /^ {2}test\("(T\d+: .*)", async/gm),
  );
  expect(named.toSorted()).toEqual(tests.toSorted());
  expect(named).not.toEqual([]);
});
