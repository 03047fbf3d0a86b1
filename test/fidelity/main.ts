import { parseArgs } from "node:util";
import { startControlPlane } from "../control-plane/control-plane.ts";
import { localCel, typescript } from "./execution.ts";
import { findOracle } from "../oracle/oracle-binary.ts";
import { objectsPerRule } from "./generate.ts";
import { findMutants } from "./mutants/find-mutants.ts";
import { mutants } from "./mutants/table.ts";
import { isClean, missedQuotas, textReport } from "./report.ts";
import { search } from "./search.ts";
import { searchServer } from "./server-search.ts";
import { shrinkFindings } from "./shrink-findings.ts";
import type { Tally } from "./tally.ts";

const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    kube: { type: "string", default: "1.30" },
    server: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    mutants: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const [, minor] = /^1\.(\d+)$/.exec(values.kube) ?? [];
/** A search for a planted fault ends with the first finding, so that it may go on longer: some need one text of many thousand. */
const defaultCases = values.mutants ? 100_000 : 20_000;
const [cases, seed, kube] = [values.cases ?? defaultCases, values.seed, minor].map(Number) as [number, number, number];
if (![cases, seed, kube].every(Number.isSafeInteger) || cases < 1) {
  console.error(
    "usage: npm run fidelity -- [--cases N] [--seed S] [--kube 1.30] [--server] [--mutants] [--only NAME]... [--json]",
  );
  process.exit(2);
}

const started = Date.now();
const onProgress = (rules: number, of: number): void => {
  process.stderr.write(`\r${rules} of ${of} rules, ${Math.round((Date.now() - started) / 1000)} s`);
};
const executions = [typescript, localCel(values.kube)].filter(
  ({ name }) => values.only.length === 0 || values.only.includes(name),
);
if (values.mutants) {
  const wanted = mutants.filter(({ name }) => values.only.length === 0 || values.only.includes(name));
  const found = await findMutants(wanted, { seed, kube, rules: Math.ceil(cases / objectsPerRule) }, ({ mutant, cases: needed }) =>
    console.log(`${needed === undefined ? "NOT FOUND" : `${needed} cases`.padStart(9)}  ${mutant.name} (${mutant.file})`),
  );
  const missed = found.filter(({ cases: needed }) => needed === undefined);
  console.log(`${found.length - missed.length} of ${found.length} faults found`);
  process.exit(missed.length === 0 ? 0 : 1);
}
const oracle = findOracle();
if (!values.server && oracle.kind !== "available") console.error(`the oracle is left out: ${oracle.reason}`);
const tally = await (values.server
  ? askServer()
  : search({ cases, seed, kube, asksOracle: oracle.kind === "available" }, onProgress));
process.stderr.write("\n");
const last = values.server ? ["API server"] : oracle.kind === "available" ? ["oracle"] : [];
const circumstances = { seed, kube, executions: [...executions.map(({ name }) => name), ...last] };
console.log(
  values.json
    ? JSON.stringify({ ...circumstances, ...tally, hashes: new Set(tally.hashes).size, missedQuotas: missedQuotas(tally, kube) })
    : textReport(tally, circumstances),
);
if (!values.json)
  for (const text of await shrinkFindings(tally.findings, { seed, kube }, oracle.kind === "available")) console.log(text);
process.exitCode = isClean(tally, kube) ? 0 : 1;

async function askServer(): Promise<Tally> {
  process.env["TEST_KUBERNETES"] = values.kube;
  const server = await startControlPlane();
  try {
    return await searchServer(server, { cases, seed, kube, executions }, onProgress);
  } finally {
    await server.stop();
  }
}
