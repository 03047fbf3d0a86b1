import { askRules, batchSize } from "./ask-rules.ts";
import { executionsNamed } from "./execution.ts";
import { plantedVariable } from "./mutants/table.ts";
import type { SliceJob, SliceReport } from "./slice.ts";
import { addTallies, emptyTally } from "./tally.ts";

/** Most faults are seen soon. */
const firstBatch = 40;

/** A process of its own for one slice of a search: see slice.ts. */
process.once("message", (job: SliceJob) => {
  void run(job).then(() => process.disconnect?.());
});

async function run({ seed, kube, from, count, executions: names, stopsAtFirst }: SliceJob): Promise<void> {
  const executions = await executionsNamed(names, `1.${kube}`);
  let tally = emptyTally;
  const size = stopsAtFirst ? Math.min(batchSize, firstBatch) : batchSize;
  for (let at = from; at < from + count; at += size) {
    const most = Math.min(size, from + count - at);
    tally = addTallies(tally, await askRules({ seed, kube, executions }, at, most));
    await send({ rules: tally.rules });
    if (stopsAtFirst && tally.findings.length > 0) break;
  }
  await Promise.all(executions.map((execution) => execution.stop()));
  await send({ tally, planted: process.env[plantedVariable] });
}

/** Until it is on its way: who disconnects before may lose it. */
async function send(report: SliceReport): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.send?.(report, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
}
