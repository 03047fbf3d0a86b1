import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TestModule } from "vitest/node";
import ResultsReporter from "../../.ci/results-reporter.ts";
import { slowestRows } from "../../.ci/slowest-rows.ts";
import { readReport } from "../../.ci/test-results.ts";
import { root } from "../house/source-files.ts";

const temporaryFile = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-results-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "report.json");
};

function moduleOf(file: string, states: readonly string[]): TestModule {
  const tests = states.map((state) => ({ result: () => ({ state }) }));
  const diagnostic = () => ({ collectDuration: 1000, duration: 500, setupDuration: 0 });
  return { moduleId: join(root, file), children: { allTests: () => tests }, diagnostic } as unknown as TestModule;
}

test("a run of vitest leaves behind what each file took, and what became of its tests", () => {
  const path = temporaryFile();
  const modules = [
    moduleOf("test/a.test.ts", ["passed", "failed"]),
    moduleOf("test/b.test.ts", ["skipped", "pending", "passed"]),
  ];
  new ResultsReporter({ path }).onTestRunEnd(modules);
  expect(readReport(path)).toEqual({
    counts: { passed: 2, failed: 1, skipped: 2 },
    files: [
      { file: "test/a.test.ts", seconds: 1.5, passed: 1, failed: 1, skipped: 0 },
      { file: "test/b.test.ts", seconds: 1.5, passed: 1, failed: 0, skipped: 2 },
    ],
  });
});

test("a run that ended before its tests did has none", () => {
  expect(readReport(temporaryFile())).toEqual({ counts: { passed: 0, failed: 0, skipped: 0 }, files: [] });
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
