import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule } from "vitest/node";
import { type Counts, type FileResult, type Report, addCounts, noTests } from "./test-results.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** For vitest: writes where HOLDFAST_RESULTS says what each file of tests took. */
export default class ResultsReporter implements Reporter {
  readonly #path: string | undefined;

  constructor({ path = process.env["HOLDFAST_RESULTS"] }: { readonly path?: string } = {}) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(resultOf);
    const report: Report = { files, counts: files.reduce<Counts>(addCounts, noTests) };
    if (this.#path !== undefined) writeFileSync(this.#path, JSON.stringify(report));
  }
}

/** With what it took to load the file, which for many is more than its tests. */
function resultOf(module: TestModule): FileResult {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state: string): number => states.filter((one) => one === state).length;
  return {
    file: relative(root, module.moduleId),
    seconds: Math.round(collectDuration + duration + setupDuration) / 1000,
    passed: count("passed"),
    failed: count("failed"),
    // What an interrupted run did not come to is as good as skipped.
    skipped: count("skipped") + count("pending"),
  };
}
