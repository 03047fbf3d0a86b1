import { expect, test } from "vitest";
import { readEnvironment } from "../control-plane/environment.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { localCel, typescript } from "./execution.ts";
import { textReport } from "./report.ts";
import { searchOf } from "../searches/search-of.ts";
import { searchServer } from "./server-search.ts";

const isOldest = readEnvironment().kubernetesVersion === "1.30";
const { seed, size: cases, timeoutMs } = isOldest ? searchOf("fidelity-server-oldest") : searchOf("fidelity-server");

describeWithServer("generated rules on a real API server", {}, (server) => {
  test(`a slice of the search, seed ${seed}`, { timeout: timeoutMs }, async () => {
    const kube = Number(/^v1\.(\d+)/.exec(server().gitVersion)?.[1]);
    const executions = [typescript, localCel(`1.${kube}`)];
    const tally = await searchServer(server(), { cases, seed, kube, executions });
    const report = textReport(tally, { seed, kube, executions: [...executions.map(({ name }) => name), "API server"] });
    expect(tally.cases).toBeGreaterThanOrEqual(cases);
    expect(tally.problems, report).toEqual({});
  });
});
