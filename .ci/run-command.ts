import { findObstacle, missingPrograms } from "./needed-programs.ts";
import { type StepResult, runStep } from "./run-step.ts";
import type { Command } from "./test-commands.ts";
import { type Counts, addCounts, noTests, writeRun } from "./test-results.ts";

/** Runs all steps and returns the exit code: 1 if any of them failed. */
export async function runCommand(name: string, command: Command, vitestArguments: readonly string[] = []): Promise<0 | 1> {
  if (command.kubernetes !== undefined) process.env["TEST_KUBERNETES"] = command.kubernetes;
  announce(name, command);
  const start = performance.now();
  const results: StepResult[] = [];
  for (const row of command.rows) {
    results.push(...(await Promise.all(row.map((step) => runStep(step, vitestArguments)))));
  }
  const seconds = (performance.now() - start) / 1000;
  writeRun(name, {
    seconds,
    files: results.flatMap(({ files }) => files),
    failures: results.flatMap(({ failures }) => failures),
  });
  console.log(summary(name, results, seconds));
  return results.every(({ passed }) => passed) ? 0 : 1;
}

function announce(name: string, { does, minutes, rows }: Command): void {
  const steps = rows.flat();
  const lines = steps.map((step) => `  ${step.name.padEnd(12)}${step.does}`);
  const built = [...new Set(steps.flatMap(missingPrograms))].map((program) => `First it builds ${program}.`);
  console.log([`${name}: ${does}. About ${minutes} on two cores. ${built.join(" ")}`.trimEnd(), ...lines, ""].join("\n"));
}

/** The last line stands alone: it is the one that is looked for. */
function summary(name: string, results: readonly StepResult[], seconds: number): string {
  const lines = results.map(
    (result) => `  ${result.step.name.padEnd(12)}${rounded(result.seconds).padStart(7)} s  ${outcome(result)}`,
  );
  const { passed, failed, skipped } = results.map(countsOf).reduce(addCounts, noTests);
  const total = `  ${"total".padEnd(12)}${rounded(seconds).padStart(7)} s`;
  return ["", `${name}:`, ...lines, total, "", `${passed} passed, ${failed} failed, ${skipped} skipped`].join("\n");
}

function outcome({ step, passed, counts, lastLine }: StepResult): string {
  const word = passed ? "ok" : "FAILED";
  if (counts === undefined) return passed && lastLine !== "" ? `${word}: ${lastLine}` : word;
  const obstacle = counts.skipped > 0 ? findObstacle(step) : undefined;
  const skipped = obstacle === undefined ? "" : `. SKIPPED for want of a server: ${obstacle}`;
  return `${word}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${skipped}`;
}

/** What fails without a failed test counts as one, so that no failure hides behind `0 failed`. */
function countsOf({ passed, counts = noTests }: StepResult): Counts {
  return passed || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const rounded = (seconds: number): string => seconds.toFixed(seconds < 10 ? 1 : 0);
