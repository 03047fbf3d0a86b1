import type { DeclarationFile, DeclaredTypes, DocumentText } from "../../crd-types/index.ts";
import { type Comparison, comparePlan } from "../../manifest/output.ts";
import { resolveOutputDirectory } from "../../manifest/output-directory.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { type Terminal, quoteArguments } from "../output/terminal.ts";
import { join, isAbsolute } from "node:path";
import { describeDrift } from "../compile/check.ts";
import type { TypesCommand } from "./types-command.ts";
import { visible } from "../../diagnostics/format.ts";
import { count, formatTable } from "../output/summary.ts";

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
    const { writePlan } = await import("../../manifest/write-plan.ts");
    writePlan(comparison);
    if (!command.isQuiet) terminal.print(summarizeTypes(declarations.files, comparison, command.out));
    return exitCodes.fine;
  }
  const report = describeTypesCheck(command, comparison);
  if (!report.isFine || !command.isQuiet) terminal.print(report.text);
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

/**
 * What `holdfast types --check` has to say: each file that is not what the definitions say,
 * and the command that fixes it.
 *
 *     missing:   types/bucket.s3.services.k8s.aws.v1.d.ts
 *     stale:     types/bucket.s3.services.k8s.aws.v1alpha1.d.ts (the definition does not serve this version)
 *     To fix it: npx holdfast types crds --out types
 */
function describeTypesCheck(command: TypesCommand, comparison: Comparison): { readonly isFine: boolean; readonly text: string } {
  const place = (name: string): string => visible(join(command.out, name));
  const findings = [
    ...comparison.missing.map((file) => `missing:   ${place(file.name)}`),
    ...comparison.different.map((file) => `different: ${place(file.name)}\n${describeDrift(file)}`),
    ...comparison.stale.map((file) => `stale:     ${place(file.name)} (the definition does not serve this version)`),
  ];
  if (findings.length === 0)
    return { isFine: true, text: `${visible(command.out)} is up to date: ${count(comparison.same.length, "file")}` };
  return { isFine: false, text: [...findings, `To fix it: ${typesCommand(command)}`].join("\n") };
}

/** The command that writes what was checked, with everything spelled out. */
function typesCommand({ source, out }: TypesCommand): string {
  if (source.kind === "cluster") {
    const { kubeconfig, context, names } = source;
    const words = [
      ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
      ...(context === undefined ? [] : ["--context", context]),
    ];
    return ["npx holdfast types", ...quoteArguments(["--cluster", ...words, ...names, "--out", out])].join(" ");
  }
  const isFlagLike = source.paths.some((path) => path.startsWith("-") && path !== "-");
  const words = isFlagLike ? ["--out", out, "--", ...source.paths] : [...source.paths, "--out", out];
  const pipe = source.paths.includes("-") ? "(the same input) | " : "";
  return [`${pipe}npx holdfast types`, ...quoteArguments(words)].join(" ");
}

/**
 * What was declared and where, and how a policy gets at it:
 *
 *     KIND    GROUP                VERSION   FILE
 *     Bucket  s3.services.k8s.aws  v1alpha1  types/bucket.s3.services.k8s.aws.v1alpha1.d.ts
 *
 *     1 type; types: 1 file written, 0 unchanged, 0 removed
 *     In a policy: import type { Bucket } from "../types/bucket.s3.services.k8s.aws.v1alpha1.d.ts";
 */
function summarizeTypes(files: readonly DeclarationFile[], comparison: Comparison, out: string): string {
  const rows = files.map(({ definition, version, name }) => [definition.kind, definition.group, version, join(out, name)]);
  const written = comparison.missing.length + comparison.different.length;
  const outcome = `${count(written, "file")} written, ${comparison.same.length} unchanged, ${comparison.stale.length} removed`;
  return [
    formatTable([["KIND", "GROUP", "VERSION", "FILE"], ...rows]),
    "",
    `${count(files.length, "type")}; ${visible(out)}: ${outcome}`,
    ...files.slice(0, 1).map((file) => `In a policy: ${importLine(file, out)}`),
  ].join("\n");
}

function importLine({ name, type }: DeclarationFile, out: string): string {
  const directory = isAbsolute(out) ? out : join("..", out);
  const module = join(directory, name).replaceAll("\\", "/");
  return `import type { ${type} } from "${visible(module)}";`;
}
