import { visible } from "../../diagnostics/format.ts";
import type { CaseResult } from "../../simulator/reports/case-result.ts";
import { coverageOf } from "../../simulator/reports/coverage.ts";
import { type TestReport, isFine, reportData } from "../../simulator/reports/test-report.ts";
import { textReport } from "../../simulator/reports/text-report.ts";
import { type TestFiles, findTestFiles, shownPath } from "../../simulator/suite/find-test-files.ts";
import { loadSuite } from "../../simulator/suite/load-suite.ts";
import { formatProblem } from "../../simulator/suite/read-suite.ts";
import { runSuite, unknownPolicies, type PoliciesByName } from "../../simulator/suite/run-suite.ts";
import type { Suite, SuiteProblem } from "../../simulator/suite/suite.ts";
import { compiledForTests, TestedPolicy } from "../../simulator/testing/tested-policy.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { diagnosticText, reportDiagnostics, count } from "../output/summary.ts";
import { diagnosticChecks, diagnosticData } from "../output/findings/diagnostic-checks.ts";
import { type Shown, writeOutputs } from "../output/outputs.ts";
import { testChecks } from "./test-checks.ts";
import type { LoadCompiler } from "../run.ts";
import type { ServerResults } from "./test-on-server.ts";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Compilation } from "../../compile.ts";
import type { Policy } from "../../language/index.ts";
import type { Terminal } from "../output/terminal.ts";
import type { ReportFormat, TestCommand } from "./test-command.ts";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";

interface Context {
  readonly terminal: Terminal;
  readonly loadCompiler: LoadCompiler;
}

/** `holdfast test`: suites in this process, programs in the user's vitest, one report of both. */
export async function runTest(given: TestCommand, { terminal, loadCompiler }: Context): Promise<ExitCode> {
  const start = performance.now();
  const command = { ...given, policies: policiesFor(given, terminal) };
  const files = findFiles(command, terminal);
  if (files.suites.length + files.programs.length === 0) return reportNothing(command, terminal);
  const suites = loadSuites(files.suites, terminal);
  if (suites === undefined) return exitCodes.usage;
  const compilation = await compilePolicies(command, { terminal, loadCompiler });
  if (compilation.diagnostics.length > 0) return writeDiagnostics(compilation, command, terminal);
  const unknown = suites.flatMap((suite) =>
    unknownPolicies(
      suite,
      compilation.ir.map(({ name }) => name),
    ),
  );
  if (unknown.length > 0) return reportProblems(unknown, terminal);
  const results = [
    ...(await runSuites(suites, compilation, command, terminal)),
    ...(await runPrograms(files.programs, compilation, command, terminal)),
  ];
  if (results.length === 0) return reportNothing(command, terminal);
  const answered = await onServer(results, compilation, command, terminal);
  const coverage = coverageOf(compilation.ir, results);
  const report = {
    results: answered.results,
    coverage,
    requiresCases: command.requiresCases,
    milliseconds: performance.now() - start,
  };
  await writeReport(report, command, terminal);
  return answered.left.length > 0 ? reportLeft(answered.left, terminal) : exitCodeOf(report);
}

async function writeReport(report: TestReport, command: TestCommand, terminal: Terminal): Promise<void> {
  const forms = { data: () => reportData(report), checks: () => testChecks(report) };
  const write: Shown<ReportFormat>["write"] = (_, options) => textReport(report, options);
  await writeOutputs(command, { isFine: isFine(report), forms, write }, terminal);
}

/** A pipeline shows why no test was run, where it would have shown the tests. */
async function writeDiagnostics(compilation: Compilation, command: TestCommand, terminal: Terminal): Promise<ExitCode> {
  const outcome = "; no test was run";
  if (command.format === "text") reportDiagnostics(compilation, terminal, outcome);
  const headline = `${count(compilation.diagnostics.length, "error")}${outcome}`;
  const forms = {
    data: () => ({ isFine: false, diagnostics: diagnosticData(compilation), cases: [], coverage: [] }),
    checks: () => ({ command: "holdfast test", headline, checks: diagnosticChecks(compilation) }),
  };
  const write = (): string => diagnosticText(compilation);
  await writeOutputs(command, { isFine: false, isReported: true, forms, write }, terminal);
  return exitCodes.usage;
}

/** `holdfast test rules`: the tests stand beside their policies, unless there is a place for policies. */
function policiesFor({ policies, arePoliciesNamed, paths }: TestCommand, { workingDirectory }: Terminal): readonly string[] {
  const isThere = (path: string): boolean => existsSync(resolve(workingDirectory, path));
  if (arePoliciesNamed || policies.some(isThere)) return policies;
  const directories = paths.map((path) => (/\.(ts|ya?ml)$/.test(path) ? dirname(path) : path));
  return [...new Set(directories)];
}

function findFiles({ paths, only }: TestCommand, { workingDirectory }: Terminal): TestFiles {
  const files = findTestFiles(paths, workingDirectory);
  const [problem] = files.problems;
  if (problem !== undefined)
    throw new HelpfulError(
      `${problem.path} cannot be tested: ${problem.reason}`,
      "name test files, or directories that hold them",
    );
  return {
    suites: only === "vitest" ? [] : files.suites,
    programs: only === "yaml" ? [] : files.programs,
    problems: [],
  };
}

/** Nothing tested is no success: a path may have been misspelled. */
function reportNothing({ paths, only }: TestCommand, terminal: Terminal): ExitCode {
  const wanted = only === "yaml" ? "*.test.yaml" : only === "vitest" ? "*.test.ts" : "*.test.yaml, *.test.ts";
  terminal.report(
    `error: no tests found in ${paths.map(visible).join(", ")} (${wanted})\n` +
      "help: write cases beside the policies, as docs/rules/testing.md shows, or name the directory that holds them",
  );
  return exitCodes.findings;
}

function loadSuites(files: readonly string[], terminal: Terminal): readonly Suite[] | undefined {
  const read = files.map((file) => loadSuite(file, shownPath(file, terminal.workingDirectory)));
  const problems = read.flatMap((one) => ("problems" in one ? one.problems : []));
  if (problems.length === 0) return read.flatMap((one) => ("suite" in one ? [one.suite] : []));
  reportProblems(problems, terminal);
  return undefined;
}

function reportProblems(problems: readonly SuiteProblem[], terminal: Terminal): ExitCode {
  for (const problem of problems) terminal.report(`${formatProblem(problem)}\n`);
  terminal.report(`${count(problems.length, "error")}; no test was run`);
  return exitCodes.usage;
}

async function compilePolicies({ policies, kube }: TestCommand, { terminal, loadCompiler }: Context): Promise<Compilation> {
  const { compile } = await loadCompiler();
  return compile({ paths: policies, workingDirectory: terminal.workingDirectory, kube });
}

async function runSuites(
  suites: readonly Suite[],
  compilation: Compilation,
  command: TestCommand,
  terminal: Terminal,
): Promise<readonly CaseResult[]> {
  if (suites.length === 0) return [];
  const policies = await policiesToAsk(compilation, command, terminal);
  return suites.flatMap((suite) => runSuite(suite, policies));
}

/** vitest is loaded only where there is something for it to do. */
async function runPrograms(
  programs: readonly string[],
  compilation: Compilation,
  { policies, kube }: TestCommand,
  { workingDirectory }: Terminal,
): Promise<readonly CaseResult[]> {
  if (programs.length === 0) return [];
  const { runVitest } = await import("../../simulator/vitest/run-vitest.ts");
  return runVitest({ programs, workingDirectory, provided: { policies, compiled: compiledForTests(compilation, kube) } });
}

async function onServer(
  results: readonly CaseResult[],
  compilation: Compilation,
  { server, kube }: TestCommand,
  terminal: Terminal,
): Promise<ServerResults> {
  if (server === undefined) return { results, left: [] };
  const { testOnServer } = await import("./test-on-server.ts");
  return testOnServer(results, { compiled: compiledForTests(compilation, kube), server, terminal });
}

/** Worse than a case that fails: a cluster is not as it was. */
function reportLeft(left: readonly string[], terminal: Terminal): ExitCode {
  terminal.report(
    `error: ${count(left.length, "object")} of this run could not be removed\nhelp: remove ${left.map(visible).join(", ")}`,
  );
  return exitCodes.cluster;
}

function exitCodeOf(report: TestReport): ExitCode {
  if (report.results.some(({ status }) => status === "bug")) return exitCodes.bug;
  return isFine(report) ? exitCodes.fine : exitCodes.findings;
}

/**
 * The compiled policies by name; with `--typescript`, each with the policy itself, whose
 * file is then imported: executed.
 */
async function policiesToAsk(
  compilation: Compilation,
  { kube, typescript }: TestCommand,
  { workingDirectory }: Terminal,
): Promise<PoliciesByName> {
  const compiled = compiledForTests(compilation, kube);
  const files = typescript ? [...new Set(compiled.map(({ source }) => source))] : [];
  const loaded = (await Promise.all(files.map((file) => importPolicies(file, workingDirectory)))).flat();
  const asked = compiled.map((one) => {
    const own = loaded.find(({ name }) => name === one.name);
    return [one.name, { tested: new TestedPolicy(one), ...(own !== undefined && { typescript: own }) }] as const;
  });
  return new Map(asked);
}

async function importPolicies(file: string, workingDirectory: string): Promise<readonly Policy[]> {
  try {
    const { importTypeScript } = await import("../../simulator/bundle/bundle.ts");
    const module = (await importTypeScript(resolve(workingDirectory, file))) as { readonly default: Policy | Policy[] };
    return [module.default].flat();
  } catch (error) {
    const reason = errorMessage(error);
    throw new HelpfulError(`${file} cannot be loaded: ${reason}`, "it compiles; run without --typescript to test only that");
  }
}
