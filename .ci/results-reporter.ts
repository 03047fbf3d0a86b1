import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { type Counts, type Failure, type FileResult, type Report, addCounts, noTests } from "./test-results.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** For vitest: writes where HOLDFAST_RESULTS says what each file of tests took, and what failed. */
export default class ResultsReporter implements Reporter {
  readonly #path: string | undefined;

  constructor({ path = process.env["HOLDFAST_RESULTS"] }: { readonly path?: string } = {}) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[] = []): void {
    const files = modules.map(resultOf);
    const failures = [...modules.flatMap(failuresOf), ...unhandled.map((error) => failure("outside of any test", [error]))];
    const report: Report = { files, counts: files.reduce<Counts>(addCounts, noTests), failures };
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

/** Of its tests, and of what runs around them: loading the file, a `beforeAll`. */
function failuresOf(module: TestModule): readonly Failure[] {
  const file = relative(root, module.moduleId);
  const around = [module, ...module.children.allSuites()].flatMap((one) => {
    const title = one.type === "suite" ? ` > ${one.fullName}` : "";
    return one.errors().length > 0 ? [failure(`${file}${title}`, one.errors())] : [];
  });
  const tests = [...module.children.allTests("failed")].map((test) => {
    return failure(`${file} > ${test.fullName}`, test.result().errors ?? []);
  });
  return [...around, ...tests];
}

function failure(where: string, errors: readonly SerializedError[]): Failure {
  const message = errors
    .flatMap((error) => (error.diff === undefined ? [error.message] : [error.message, error.diff]))
    .join("\n");
  return { where, message: stripVTControlCharacters(message) };
}
