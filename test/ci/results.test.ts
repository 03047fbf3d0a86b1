import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { failureLines } from "../../.ci/failure-lines.ts";
import { slowestRows } from "../../.ci/slowest-rows.ts";
import { type Report, readReport } from "../../.ci/test-results.ts";
import { root } from "../house/source-files.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";

/** Runs vitest in a directory with these files, and returns what the reporter wrote. */
function reportOf(files: Readonly<Record<string, string>>): Report {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const report = join(directory, "report.json");
  const reporter = `--reporter=${join(root, ".ci/results-reporter.ts")}`;
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, HOLDFAST_RESULTS: report };
  spawnSync(process.execPath, [vitest, "run", "--globals", "--root", directory, reporter], { env });
  return readReport(report);
}

test("a run of vitest leaves behind what each file took, what became of its tests, and what failed", () => {
  const { counts, files, failures } = reportOf({
    "a.test.js": "test('holds', () => {}); describe('group', () => { test('fails', () => expect(1).toBe(2)); });",
    "b.test.js": "beforeAll(() => { throw new Error('not set up'); }); test('one', () => {}); test.skip('two', () => {});",
    "c.test.js": "test('holds', () => { Promise.reject(new Error('nobody waits')); });",
    "d.test.js": "throw new Error('cannot be loaded');",
  });
  expect(counts).toEqual({ passed: 2, failed: 1, skipped: 2 });
  expect(files.map(({ file, passed, failed }) => `${basename(file)} ${passed} ${failed}`).toSorted()).toEqual([
    "a.test.js 1 1",
    "b.test.js 0 0",
    "c.test.js 1 0",
    "d.test.js 0 0",
  ]);
  const lines = failures.map(({ where, message }) => `${where.slice(where.lastIndexOf("/") + 1)}: ${message}`).toSorted();
  expect(lines).toEqual([
    expect.stringMatching(/^a\.test\.js > group > fails: expected 1 to be 2[^]*- 2\n\+ 1/),
    expect.stringMatching(/^b\.test\.js: not set up/),
    expect.stringMatching(/^d\.test\.js: cannot be loaded/),
    expect.stringMatching(/^outside of any test: nobody waits/),
  ]);
});

test("a run that ended before its tests did has none", () => {
  const report = readReport(join(temporaryDirectory(), "report.json"));
  expect(report).toEqual({ counts: { passed: 0, failed: 0, skipped: 0 }, files: [], failures: [] });
});

test("a log ends with all that failed, each message with its beginning and its end", () => {
  const long = `begins${"x".repeat(2000)}ends`;
  const failures = [{ where: "a > b", message: long }, ...Array.from({ length: 13 }, () => ({ where: "c", message: "m" }))];
  const lines = failureLines("test", { failures });
  expect(lines.slice(0, 2)).toEqual(["FAILED in test: a > b", expect.stringMatching(/^beginsx+\n\.\.\.\nx+ends$/)]);
  expect(lines.slice(2, 4)).toEqual(["FAILED in test: c", "m"]);
  expect(lines.at(-1)).toBe("and 2 more in test.");
  expect(failureLines("test", undefined)).toEqual(["test left no results."]);
});

test("the slowest files come first, and no more than were asked for", () => {
  const none = { passed: 0, failed: 0, skipped: 0 };
  const files = [
    { ...none, file: "a", seconds: 1, passed: 3 },
    { ...none, file: "b", seconds: 12.34, failed: 1, skipped: 1 },
    { ...none, file: "c", seconds: 0.5 },
  ];
  expect(slowestRows(files, 2)).toEqual(["seconds  tests  file", "   12.3      2  b", "    1.0      3  a"]);
});
