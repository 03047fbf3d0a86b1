import { type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Step } from "./test-commands.ts";
import { type Counts, type Failure, type FileResult, readReport } from "./test-results.ts";

export interface StepResult {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
  /** Of tests; a step of another kind has none. */
  readonly counts: Counts | undefined;
  readonly files: readonly FileResult[];
  readonly failures: readonly Failure[];
  readonly lastLine: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const reporter = join(root, ".ci/results-reporter.ts");
const path = [join(root, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);

export async function runStep(step: Step, vitestArguments: readonly string[]): Promise<StepResult> {
  const start = performance.now();
  const { runs } = step;
  const result = await (typeof runs === "string" ? runLine(step, runs) : runVitest(step, [...runs, ...vitestArguments]));
  return { step, seconds: (performance.now() - start) / 1000, ...result };
}

type Outcome = Omit<StepResult, "step" | "seconds">;

async function runLine({ name }: Step, line: string): Promise<Outcome> {
  const { status, output } = await run(line, [], { shell: true, stdio: ["ignore", "pipe", "pipe"] });
  if (status !== 0) console.log(`\n${name} failed: ${line}\n${output}`);
  const failures = status === 0 ? [] : [{ where: name, message: output }];
  return { passed: status === 0, counts: undefined, files: [], failures, lastLine: output.trimEnd().split("\n").at(-1) ?? "" };
}

async function runVitest({ name }: Step, words: readonly string[]): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-results-"));
  try {
    const report = join(directory, "report.json");
    const reporters = ["--reporter=default", `--reporter=${reporter}`];
    const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", ...reporters, ...words];
    const env = { HOLDFAST_RESULTS: report };
    const { status } = await run(process.execPath, vitest, { stdio: "inherit", env });
    const { failures, ...results } = readReport(report);
    const unexplained = status === 0 || failures.length > 0 ? [] : [{ where: name, message: `vitest ended with ${status}.` }];
    return { passed: status === 0, ...results, failures: [...failures, ...unexplained], lastLine: "" };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The exit code (none if a signal ended it) and, where it is piped, all that was printed. */
function run(file: string, words: readonly string[], options: SpawnOptions): Promise<{ status: number | null; output: string }> {
  const env = { ...process.env, PATH: path, ...options.env };
  const child = spawn(file, words, { ...options, cwd: root, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, output }));
  });
}
