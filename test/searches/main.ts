import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "../house/source-files.ts";
import { type Command, type Part, readCommand, usage } from "./command-line.ts";
import { type Measurement, estimate, measurementsIn, recorded, tableOf } from "./measurements.ts";
import { type LongRun, longVariable } from "./search-of.ts";
import { searches } from "./table.ts";

/**
 * `npm run test:long`: searches, races and faults at full size, one file at a time, or the figures would be each
 * other's.
 */
const page = join(root, "docs/internals/measurements.md");
/** A test may take a day: its size says how long. */
const patienceMs = 24 * 3_600_000;

try {
  await main(readCommand(process.argv.slice(2)));
} catch (error) {
  console.error(`${(error as Error).message}\n${usage}`);
  process.exitCode = 2;
}

async function main({ parts, seed = randomInt(2 ** 31), isList, isRecord }: Command): Promise<void> {
  const known = measurementsIn(readFileSync(page, "utf8"));
  for (const { name, size } of parts) {
    const { one, small, full } = searches[name];
    console.log(`${name}: ${size} (small ${small}, full ${full}); one is: ${one}; ${estimate(known, name, size)}`);
  }
  if (isList) return;
  console.log(`seed ${seed}; again with: npm run test:long -- PART --seed ${seed}`);
  const circumstances = { commit: commit(), machine: `${availableParallelism()} cores`, seed };
  const done: Measurement[] = [];
  for (const part of parts) {
    const started = performance.now();
    const passed = await run(part, seed);
    const seconds = Math.ceil((performance.now() - started) / 1_000);
    const date = new Date().toISOString().slice(0, 10);
    const result = passed ? "passed" : "failed";
    const measurement = { part: part.name, size: part.size, date, seconds, result, ...circumstances };
    done.push(measurement);
    if (isRecord) writeFileSync(page, recorded(readFileSync(page, "utf8"), measurement));
  }
  console.log(tableOf(done));
  process.exitCode = done.every(({ result }) => result === "passed") ? 0 : 1;
}

/** Whether it passed. Without what a server needs it fails, as in CI: a part that was skipped has shown nothing. */
function run({ name, size }: Part, seed: number): Promise<boolean> {
  const { file, tests, kubernetes } = searches[name];
  const long: LongRun = { search: name, seed, size };
  const filter = tests === undefined ? [] : ["--testNamePattern", tests];
  const words = ["run", file, ...filter, "--maxWorkers=1", `--testTimeout=${patienceMs}`, `--hookTimeout=${patienceMs}`];
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...words], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      CI: "true",
      [longVariable]: JSON.stringify(long),
      ...(kubernetes !== undefined && { TEST_KUBERNETES: kubernetes }),
    },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("exit", (code) => resolve(code === 0));
  });
}

/** What was recorded a moment ago is no change of what is measured. */
function commit(): string {
  const git = (...words: readonly string[]): string => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  return (
    git("rev-parse", "--short", "HEAD") +
    (git("status", "--porcelain", "--", ".", `:(exclude)${page}`) === "" ? "" : " with changes")
  );
}
