import { expect, test } from "vitest";
import { findOracle } from "../oracle/oracle-binary.ts";
import { missedQuotas, textReport } from "./report.ts";
import { search } from "./search.ts";
import { searchOf } from "../searches/search-of.ts";

const { seed, size: cases, isLong, timeoutMs } = searchOf("fidelity");

test(`${cases} generated cases mean the same in every execution, seed ${seed}`, { timeout: timeoutMs }, async () => {
  const asksOracle = findOracle().kind === "available";
  const tally = await search({ cases, seed, kube: 30, asksOracle });
  const executions = ["TypeScript", "local CEL", ...(asksOracle ? ["oracle"] : [])];
  expect(tally.cases).toBeGreaterThan(cases / 2);
  expect(tally.problems, textReport(tally, { seed, kube: 30, executions })).toEqual({});
  // So few rules as in the small size cannot meet the quotas of the whole search.
  if (isLong) expect(missedQuotas(tally, 30)).toEqual([]);
});
