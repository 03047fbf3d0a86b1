import { startControlPlane } from "../control-plane/control-plane.ts";
import { findOracle } from "../oracle/oracle-binary.ts";
import { type Command, readCommand, usage } from "./command-line.ts";
import { type ExecutionName, executionsNamed } from "./execution.ts";
import { objectsPerRule } from "./generate.ts";
import { findMutants } from "./mutants/find-mutants.ts";
import { mutants } from "./mutants/table.ts";
import { exitCodeOf, isClean, missedQuotas, textReport } from "./report.ts";
import { search } from "./search.ts";
import { searchServer } from "./server-search.ts";
import { shrinkFindings } from "./shrink-findings.ts";
import type { Tally } from "./tally.ts";

const started = Date.now();
const onProgress = (rules: number, of: number): void => {
  process.stderr.write(`\r${rules} of ${of} rules, ${Math.round((Date.now() - started) / 1000)} s`);
};

try {
  const command = readCommand(process.argv.slice(2), Date.now() % 2 ** 31);
  process.exitCode = await (command.mutants === undefined ? compare(command) : plant(command, command.mutants));
} catch (error) {
  console.error(`${(error as Error).message}\n${usage}`);
  process.exitCode = 2;
}

async function plant({ seed, kube, cases }: Command, names: readonly string[]): Promise<number> {
  const wanted = mutants.filter(({ name }) => names.includes(name));
  const found = await findMutants(wanted, { seed, kube, rules: Math.ceil(cases / objectsPerRule) }, ({ mutant, cases: needed }) =>
    console.log(`${needed === undefined ? "NOT FOUND" : `${needed} cases`.padStart(9)}  ${mutant.name} (${mutant.file})`),
  );
  const missed = found.filter(({ cases: needed }) => needed === undefined);
  console.log(`${found.length - missed.length} of ${found.length} faults found`);
  return missed.length === 0 ? 0 : 1;
}

async function compare(command: Command): Promise<number> {
  const { cases, seed, kube, executions: wanted, asksServer, mayDoWithoutEvaluator, isJson } = command;
  const oracle = findOracle();
  const isMissing = (name: ExecutionName): boolean => name === "API server's evaluator" && oracle.kind !== "available";
  const executions = wanted.filter((name) => !isMissing(name));
  const notCompared = oracle.kind === "available" ? [] : wanted.filter(isMissing).map((name) => `${name}: ${oracle.reason}`);
  const tally = await (asksServer ? askServer(command) : search({ cases, seed, kube, executions }, onProgress));
  process.stderr.write("\n");
  const circumstances = { seed, kube, executions: [...executions, ...(asksServer ? ["API server"] : [])], notCompared };
  const quotas = missedQuotas(tally, kube);
  if (isJson)
    console.log(JSON.stringify({ ...circumstances, ...tally, hashes: new Set(tally.hashes).size, missedQuotas: quotas }));
  else {
    console.log(textReport(tally, circumstances));
    for (const text of await shrinkFindings(tally.findings, { seed, kube }, executions)) console.log(text);
  }
  return exitCodeOf({ isClean: isClean(tally, kube), notCompared, mayDoWithoutEvaluator });
}

async function askServer({ cases, seed, kube, kubernetes, executions }: Command): Promise<Tally> {
  process.env["TEST_KUBERNETES"] = kubernetes;
  const local = await executionsNamed(executions, kubernetes);
  const server = await startControlPlane();
  try {
    return await searchServer(server, { cases, seed, kube, executions: local }, onProgress);
  } finally {
    await server.stop();
  }
}
