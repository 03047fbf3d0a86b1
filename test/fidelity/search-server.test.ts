import { expect, test } from "vitest";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { localCel, typescript } from "./execution.ts";
import { textReport } from "./report.ts";
import { searchOf } from "../searches/search-of.ts";
import { searchServer } from "./server-search.ts";

const { seed, size: cases, timeoutMs } = searchOf("fidelity-server");

describeWithServer("generated rules on a real API server", {}, (server) => {
  test(`a slice of the search, seed ${seed}`, { timeout: timeoutMs }, async () => {
    const kube = Number(/^v1\.(\d+)/.exec(server().gitVersion)?.[1]);
    const executions = [typescript, localCel(`1.${kube}`)];
    const tally = await searchServer(server(), { cases, seed, kube, executions });
    const report = textReport(tally, { seed, kube, executions: [...executions.map(({ name }) => name), "API server"] });
    expect(tally.cases).toBeGreaterThanOrEqual((cases * 5) / 6);
    expect(tally.problems, report).toEqual({});
  });
});
