import { expect, test } from "vitest";
import { findOracle } from "../oracle/oracle-binary.ts";
import { textReport } from "./report.ts";
import { search } from "./search.ts";
import { seed } from "../language/seed.ts";

const cases = 2_400;

test(`${cases} generated cases mean the same in every execution, seed ${seed}`, { timeout: 10 * 60_000 }, async () => {
  const asksOracle = findOracle().kind === "available";
  const tally = await search({ cases, seed, kube: 30, asksOracle });
  const executions = ["TypeScript", "local CEL", ...(asksOracle ? ["oracle"] : [])];
  // So few rules cannot meet the quotas of the whole search, which its command asks for.
  expect(tally.cases).toBeGreaterThan(cases / 2);
  expect(tally.problems, textReport(tally, { seed, kube: 30, executions })).toEqual({});
});
