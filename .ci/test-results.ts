import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FileResult extends Counts {
  readonly file: string;
  readonly seconds: number;
}

export interface Failure {
  /** The file and the titles down to the test; or the step, where no test failed. */
  readonly where: string;
  readonly message: string;
}

/** What one run of vitest leaves behind: see results-reporter.ts. */
export interface Report {
  readonly counts: Counts;
  readonly files: readonly FileResult[];
  readonly failures: readonly Failure[];
}

export interface Run {
  readonly seconds: number;
  readonly files: readonly FileResult[];
  readonly failures: readonly Failure[];
}

/** One file for each command, of its last run. */
const directory = fileURLToPath(new URL("../.test-results", import.meta.url));

const fileOf = (command: string): string => join(directory, `${command.replaceAll(":", "-")}.json`);

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** Without one, vitest ended before its tests did. */
export function readReport(path: string): Report {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : { counts: noTests, files: [], failures: [] };
}

export function writeRun(command: string, run: Run): void {
  if (run.files.length === 0) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(fileOf(command), `${JSON.stringify(run, null, 1)}\n`);
}

/** Of that command, or whichever ran last. */
export function readRun(command: string | undefined): (Run & { readonly path: string }) | undefined {
  const path = command === undefined ? newest() : fileOf(command);
  return path === undefined || !existsSync(path) ? undefined : { path, ...(JSON.parse(readFileSync(path, "utf8")) as Run) };
}

function newest(): string | undefined {
  if (!existsSync(directory)) return undefined;
  const paths = readdirSync(directory).map((name) => join(directory, name));
  return paths.toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs).at(-1);
}
