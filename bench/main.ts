/**
 * Measures what Holdfast costs, beside floors and peers, and prints the table: `npm run bench`. It is no test: it ends
 * with 0 whatever the figures are.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readArguments, usage } from "./arguments.ts";
import { openBench } from "./open-bench.ts";
import { machineLines } from "./report/machine.ts";
import { type Result, performancePage } from "./report/performance-page.ts";
import { tableOf } from "./report/table.ts";
import { type Bench, Missing, type Row } from "./row.ts";
import { areas, rows } from "./rows/index.ts";

const page = join(import.meta.dirname, "../docs/internals/performance.md");
const names = rows.map(({ name }) => name);

// What was started ends with this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

try {
  await main();
  process.exit();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exit(2);
}

async function main(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2), names);
  if (wanted.isList) return console.log(rows.map(listed).join("\n"));
  const isChosen = ({ name, onlyByName }: Row): boolean =>
    wanted.names.length === 0 ? onlyByName !== true : wanted.names.includes(name);
  const results: Result[] = [];
  for (const area of areas) results.push(...(await measuredTogether(area.filter(isChosen), wanted.rounds)));
  console.log(`\n${machineLines().join("\n")}\n\n${tableOf(results.flatMap(({ lines }) => lines))}`);
  for (const { row, missing } of results) if (missing !== undefined) console.log(`${row.name}: not measured, ${missing}`);
  if (wanted.isWritten) writeFileSync(page, performancePage(results, machineLines()));
}

async function measuredTogether(chosen: readonly Row[], rounds: number): Promise<readonly Result[]> {
  const bench = openBench(rounds, (text) => console.error(text));
  const results: Result[] = [];
  try {
    for (const row of chosen) results.push(await measured(row, bench));
  } finally {
    await bench.close();
  }
  return results;
}

/** A row that breaks down takes nothing from the others. */
async function measured(row: Row, bench: Bench): Promise<Result> {
  const started = performance.now();
  bench.say(row.name);
  try {
    const lines = await row.measure(bench);
    bench.say(`  ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return { row, lines };
  } catch (error) {
    const missing = error instanceof Missing ? error.message : `it broke down: ${String(error)}`;
    bench.say(`  ${error instanceof Error && !(error instanceof Missing) ? error.stack : missing}`);
    return { row, lines: [], missing };
  }
}

function listed({ name, onlyByName }: Row): string {
  return onlyByName === true ? `${name} (only by name: it takes minutes)` : name;
}
