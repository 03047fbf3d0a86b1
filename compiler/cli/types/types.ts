import type { DeclarationFile, DeclaredTypes, DocumentText } from "../../crd-types/index.ts";
import { visible } from "../../diagnostics/format.ts";
import { type Comparison, comparePlan } from "../../manifest/output.ts";
import { resolveOutputDirectory } from "../../manifest/output-directory.ts";
import { writePlan } from "../../manifest/write-plan.ts";
import type { TypesCommand } from "./types-command.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { count } from "../output/summary.ts";
import type { Terminal } from "../output/terminal.ts";
import { describeTypesCheck } from "./types-check.ts";
import { summarizeTypes } from "./types-summary.ts";

/** Loaded when it is needed: other commands should not wait for a YAML parser. */
export type LoadDeclarations = () => Promise<typeof import("../../crd-types/index.ts")>;

interface Context {
  readonly terminal: Terminal;
  readonly loadDeclarations: LoadDeclarations;
}

/**
 * `holdfast types`: a declaration file for each served version of each definition. Of the files in the directory only
 * those of the definitions that were given are looked at, so that it can be filled by several runs.
 */
export async function runTypes(command: TypesCommand, context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const directory = resolveOutputDirectory(command.out, terminal.workingDirectory);
  const texts = await readSources(command, context);
  const { declareTypes } = await context.loadDeclarations();
  const declarations = declareTypes(texts);
  for (const [path, number] of declarations.others)
    terminal.report(`  ${visible(path)}: passed over ${count(number, "object")} of other kinds`);
  for (const [path, number] of declarations.patches)
    terminal.report(`  ${visible(path)}: passed over ${count(number, "definition")} without group and versions`);
  if (declarations.problems.length > 0) return reportProblems(declarations, terminal);
  if (declarations.files.length === 0) return reportNothing(command, declarations, terminal);
  const comparison = compareTypes(directory, declarations.files);
  if (command.mode === "write") {
    writePlan(comparison);
    terminal.print(summarizeTypes(declarations.files, comparison, command.out));
    return exitCodes.fine;
  }
  const report = describeTypesCheck(command, comparison);
  terminal.print(report.text);
  return report.isFine ? exitCodes.fine : exitCodes.findings;
}

async function readSources({ source }: TypesCommand, { terminal, loadDeclarations }: Context): Promise<readonly DocumentText[]> {
  const { readCluster, readPath } = await loadDeclarations();
  if (source.kind === "cluster") return [await readCluster({ ...source, named: terminal.kubeconfig })];
  const texts: DocumentText[] = [];
  for (const path of source.paths) {
    if (path === "-") texts.push({ path: "standard input", text: await terminal.readInput() });
    else texts.push(...readPath(path, terminal.workingDirectory));
  }
  return texts;
}

/** Stale is only what another version of a definition that was given has left behind. */
function compareTypes(directory: string, files: readonly DeclarationFile[]): Comparison {
  const comparison = comparePlan(directory, files, "//");
  const given = new Set(files.map(({ definition }) => definition.name));
  const stale = comparison.stale.filter(({ source }) => given.has(source?.split(",")[0] ?? ""));
  return { ...comparison, stale };
}

/** More would scroll the first ones away, and those are the ones to start with. */
const maxProblems = 20;

function reportProblems({ problems }: DeclaredTypes, terminal: Terminal): ExitCode {
  for (const { place, message } of problems.slice(0, maxProblems))
    terminal.report(`error: ${visible(place.path)}:${place.line} ${visible(message)}`);
  const hidden = problems.length - maxProblems;
  const rest = hidden > 0 ? `, the first ${maxProblems} of them above` : "";
  for (const help of new Set(problems.slice(0, maxProblems).flatMap((problem) => problem.help ?? [])))
    terminal.report(`help: ${help}`);
  terminal.report(`${count(problems.length, "error")}${rest}; nothing written`);
  return exitCodes.usage;
}

function reportNothing({ source }: TypesCommand, { empty, others }: DeclaredTypes, terminal: Terminal): ExitCode {
  if (source.kind === "cluster") {
    terminal.report("error: there is no CustomResourceDefinition with a served version in the cluster");
    terminal.report(builtInHelp);
    return exitCodes.cluster;
  }
  const names = source.paths.map((path) => (path === "-" ? "standard input" : visible(path)));
  const where = names.join(", ");
  const isEmpty = names.length > 0 && names.every((name) => empty.includes(name));
  const nothing = isEmpty ? `nothing is in ${where}` : `there is no CustomResourceDefinition with a served version in ${where}`;
  terminal.report(`error: ${nothing}`);
  terminal.report(others.size > 0 ? builtInHelp : definitionsHelp);
  return exitCodes.usage;
}

const builtInHelp = 'help: types of built-in kinds come with Holdfast: import type { Deployment } from "holdfast/kinds"';
const definitionsHelp =
  "help: name files with definitions, or print those of a cluster: kubectl get crds -o yaml | holdfast types -";
