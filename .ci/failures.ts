/**
 * `node .ci/failures.ts <command>...`: what failed in the last run of each, so that it stands at the end of a long log.
 */
import { failureLines } from "./failure-lines.ts";
import { readRun } from "./test-results.ts";

for (const command of process.argv.slice(2)) {
  console.log(failureLines(command, readRun(command)).join("\n"));
}
