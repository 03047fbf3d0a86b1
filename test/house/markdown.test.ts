import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const columns = 120;

const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
const documents = execFileSync("git", listed, { encoding: "utf8", cwd: root })
  .split("\n")
  .filter((path) => path !== "");

/** Lines of prose; code, tables, headings and what is one long word stay as they are. */
function longLines(path: string): readonly string[] {
  let isCode = false;
  return readFileSync(join(root, path), "utf8")
    .split("\n")
    .flatMap((line, at) => {
      if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
      const isProse = !isCode && !/^\s*(\||#|<| {4})/.test(line) && /\S\s/.test(line.slice(20, columns));
      return isProse && line.length > columns ? [`${path}:${at + 1}`] : [];
    });
}

test("prose in documents is at most 120 columns wide", () => {
  expect(documents.flatMap(longLines)).toEqual([]);
});

test("each decision has a number of its own, which its title has, too", () => {
  const decisions = documents.filter((path) => path.startsWith("docs/adr/"));
  const numbers = decisions.map((path) => Number(/\/(\d{4})-/.exec(path)?.[1]));
  expect(decisions.map((path) => Number(/^# (\d+)\. /.exec(readFileSync(join(root, path), "utf8"))?.[1]))).toEqual(numbers);
  expect(numbers).toEqual([...new Set(numbers)]);
});
