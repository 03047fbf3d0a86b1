/**
 * `npm run test:slowest [-- <rows> <command>]`: the files that took longest in the last run, of that command or of any.
 */
import { relative } from "node:path";
import { slowestRows } from "./slowest-rows.ts";
import { readRun } from "./test-results.ts";

const words = process.argv.slice(2);
const isNumber = (word: string): boolean => /^\d+$/.test(word);
const command = words.find((word) => !isNumber(word));
const run = readRun(command);

if (run === undefined) {
  console.error(
    `There are no results${command === undefined ? "" : ` of ${command}`} yet: run npm test or npm run test:servers first.`,
  );
  process.exitCode = 1;
} else {
  console.log(
    `The slowest of ${run.files.length} files in ${relative(process.cwd(), run.path)}, whose run took ${Math.round(run.seconds)} s:\n`,
  );
  console.log(slowestRows(run.files, Number(words.find(isNumber) ?? 25)).join("\n"));
}
