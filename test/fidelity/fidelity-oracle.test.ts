import { expect, test } from "vitest";
import { readEnvironment } from "../control-plane/environment.ts";
import { findOracle } from "../oracle/oracle-binary.ts";
import { searchOf } from "../searches/search-of.ts";
import { executionNames } from "./execution.ts";
import { missedQuotas, textReport } from "./report.ts";
import { search } from "./search.ts";
import { searchSeeds } from "./search-seeds.ts";

const kube = 30;
const isAvailable = findOracle().kind === "available";
/** In CI, and at full size, the evaluator is built or the test fails: nothing is left out there. */
const isComplete = isAvailable || readEnvironment().continuousIntegration;
const executions = executionNames.filter((name) => isComplete || name !== "API server's evaluator");
const among = executions.join(", ");

const one = searchOf("fidelity");

test(`${one.size} generated cases mean the same in ${among}, seed ${one.seed}`, { timeout: one.timeoutMs }, async () => {
  const tally = await search({ cases: one.size, seed: one.seed, kube, executions });
  expect(tally.cases).toBeGreaterThan(one.size / 2);
  expect(tally.problems, textReport(tally, { seed: one.seed, kube, executions })).toEqual({});
  // So few rules as in the small size cannot meet the quotas of the whole search.
  if (one.isLong) expect(missedQuotas(tally, kube)).toEqual([]);
});

const many = searchOf("fidelity-seeds");
/** Of each seed. */
const cases = many.isLong ? 20_000 : 500;

test(`${many.size} seeds of ${cases} cases, the first of them ${many.seed}`, { timeout: many.timeoutMs }, async () => {
  const seeds = Array.from({ length: many.size }, (_, at) => many.seed + at);
  const tally = await searchSeeds({ seeds, cases, kube, executions }, ({ seed, tally: found }) => {
    if (many.isLong) console.log(`seed ${seed}: ${found.cases} cases, problems: ${JSON.stringify(found.problems)}`);
  });
  expect(tally.problems, textReport(tally, { seed: many.seed, kube, executions })).toEqual({});
  if (many.isLong) expect(missedQuotas(tally, kube)).toEqual([]);
});
