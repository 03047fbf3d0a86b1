import { describeCheck } from "./check.ts";
import { headerCommandOf } from "./command-line-of.ts";
import type { CompileCommand, CompileFormat } from "./compile-command.ts";
import { compileChecks, compileData } from "./compile-report.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { leftOutError } from "./left-out.ts";
import { type OutputPlace, comparePlaces, policyPlace, targetsOf } from "../output/places.ts";
import { diagnosticText, reportDiagnostics, reportWarnings, count, summarize, warningsOf } from "../output/summary.ts";
import { type Shown, type WriteOptions, writeOutputs } from "../output/outputs.ts";
import { inProject } from "./in-project.ts";
import type { LoadCompiler } from "../run.ts";
import type { Terminal } from "../output/terminal.ts";
import { join, posix } from "node:path";
import { HelpfulError } from "../../api/helpful-error.ts";
import { closest } from "../../diagnostics/closest.ts";
import type { CompileOptions, CompiledOutput } from "../../compilation.ts";
import type { CompiledPolicy, CompiledRule } from "../../compile.ts";
import type { ReadFacts } from "../../source/reads.ts";
import { cacheDirectory } from "../cache/cache-directory.ts";
import { compileCached } from "../cache/cached-compile.ts";
import { visible, inGutter, listing } from "../../diagnostics/format.ts";
import { webhookConfigurationFile, fallbackDirectory } from "../../install/settings.ts";

/**
 * `holdfast compile`: the policies, then the output directory made (or, with `--check`, found) equal to them.
 * Results go to standard output, progress and diagnostics to the error stream.
 */
export async function runCompile(
  given: CompileCommand,
  { terminal: asCalled, loadCompiler, onRead }: Running,
): Promise<ExitCode> {
  const { command, terminal } = inProject(given, asCalled);
  targetsOf(command, terminal.workingDirectory);
  if (terminal.showsProgress && !command.isQuiet) terminal.report(`compiling ${command.paths.map(visible).join(", ")}`);
  const directory = command.cache ? cacheDirectory(terminal.cache, terminal.workingDirectory) : undefined;
  const options: CompileOptions = {
    paths: command.paths,
    workingDirectory: terminal.workingDirectory,
    kube: command.kube,
    command: headerCommandOf(command, terminal.workingDirectory),
    ...(command.installation !== undefined && { installation: command.installation }),
    ...(command.chart !== undefined && { chart: true }),
    ...(command.static !== undefined && { static: command.static }),
  };
  if (command.fix) await reportFixes(options, { terminal, loadCompiler });
  const compilation = await compileCached(options, { directory, loadCompiler, onRead });
  if (compilation.diagnostics.length > 0)
    return writeDiagnostics(compilation, command, { terminal, outcome: "; nothing written" });
  if (command.format === "text") reportWarnings(compilation, terminal);
  if (command.chart !== undefined) requireChart(compilation, command.chart);
  const places = comparePlaces(command, compilation, terminal.workingDirectory);
  if (command.show.length > 0) terminal.print(showRules(compilation, command));
  const compiled = { compilation, places, terminal };
  return command.mode === "check" ? check(command, compiled) : await writeFiles(command, compiled);
}

/** As SARIF, JSON and so on; people read diagnostics on the error stream. */
async function writeDiagnostics(
  compilation: CompiledOutput,
  command: CompileCommand,
  { terminal, outcome }: { readonly terminal: Terminal; readonly outcome: string },
): Promise<ExitCode> {
  if (command.format === "text") reportDiagnostics(compilation, terminal, outcome);
  await print(
    command,
    { compilation, places: [], terminal },
    { isFine: false, text: () => diagnosticText(compilation), isReported: true },
  );
  return exitCodes.usage;
}

/** Whoever asked for one would install nothing, or what was written before. */
function requireChart({ fallback }: CompiledOutput, chart: string): void {
  if (fallback?.chart !== undefined) return;
  throw new HelpfulError(
    `there is nothing to put into the chart ${visible(chart)}: ${fallback === undefined ? "no policy file declares a `fallback`" : "the fallback has nothing to do"}`,
    "the policies themselves need no chart: leave `--chart` out (or `chart` in `holdfast.config.json`), and apply what `--out` holds",
  );
}

interface Running {
  readonly terminal: Terminal;
  readonly loadCompiler: LoadCompiler;
  /** Told what the file system was asked. */
  readonly onRead?: (facts: ReadFacts) => void;
}

/** What has been written into the author's files is said, whatever becomes of the rest. */
async function reportFixes(
  options: CompileOptions,
  { terminal, loadCompiler }: { readonly terminal: Terminal; readonly loadCompiler: LoadCompiler },
): Promise<void> {
  const { fixFiles } = await import("./fix.ts");
  const compiler = await loadCompiler();
  const fixed = await fixFiles({ compile: () => compiler.compile(options), workingDirectory: terminal.workingDirectory });
  for (const { diagnostic, edit, line } of fixed)
    terminal.report(
      `fixed ${visible(edit.file)}:${line} [${diagnostic.code}]${edit.text === "" ? "" : `: ${visible(edit.text)}`}`,
    );
  const files = new Set(fixed.map(({ edit }) => edit.file)).size;
  terminal.report(fixed.length === 0 ? "nothing to fix" : `${count(fixed.length, "place")} fixed in ${count(files, "file")}`);
}

async function check(command: CompileCommand, compiled: Compiled): Promise<ExitCode> {
  const { isFine, text } = describeCheck(command, compiled.places);
  await print(command, compiled, { isFine, text: () => text });
  return isFine ? exitCodes.fine : exitCodes.findings;
}

interface Told {
  readonly isFine: boolean;
  readonly text: (options: WriteOptions) => string;
  readonly isReported?: true;
}

async function print(
  command: CompileCommand,
  { compilation, places, terminal }: Compiled,
  { text, ...told }: Told,
): Promise<void> {
  const report = { compilation, places, mode: command.mode };
  const forms = { data: () => compileData(report), checks: () => compileChecks(report) };
  const write: Shown<CompileFormat>["write"] = (_, options) => text(options);
  await writeOutputs(command, { ...told, forms, write }, terminal);
}

interface Compiled {
  readonly compilation: CompiledOutput;
  readonly places: readonly OutputPlace[];
  readonly terminal: Terminal;
}

async function writeFiles(command: CompileCommand, { compilation, places, terminal }: Compiled): Promise<ExitCode> {
  const wrong = places.find(({ leftOut }) => leftOut.length > 0);
  if (wrong !== undefined) throw leftOutError(wrong);
  const { writePlans } = await import("../../manifest/write-plan.ts");
  writePlans(places.map(({ comparison }) => comparison));
  const place = { out: policyPlace(command), isVerbose: command.verbose, isRepeated: command.watch };
  await print(
    command,
    { compilation, places, terminal },
    {
      isFine: warningsOf(compilation.policies).length === 0,
      text: ({ isQuiet }) => summarize(compilation, places, { ...place, isQuiet }),
    },
  );
  return exitCodes.fine;
}

/**
 * Each rule as its author wrote it, and below it the YAML that it became. Every line stands behind a gutter, so that
 * no text of a policy reaches the margin, where terminals and CI systems look for commands.
 *
 *     preventDelete, policies/ack.ts:21
 *
 *       21 | preventDelete: {
 *       22 |   denyWhen: ...
 *
 *     in generated/ack.yaml, ValidatingAdmissionPolicy ack:
 *
 *          | validations:
 */
function showRules({ policies }: CompiledOutput, command: CompileCommand): string {
  const out = policyPlace(command);
  const unknown = command.show.find((given) => !policies.some((policy) => isNamed(policy, given)));
  if (unknown !== undefined) throw noPolicy(unknown, policies);
  return policies
    .filter((policy) => command.show.some((given) => isNamed(policy, given)))
    .flatMap((policy) => policy.rules.map((rule) => showRule(rule, policy, out)))
    .join("\n");
}

/** By its name, its file, or a directory that holds it. */
function isNamed({ name, source }: CompiledPolicy, given: string): boolean {
  const path = posix.normalize(given).replace(/\/$/, "");
  return name === given || source === path || source.startsWith(`${path}/`) || path === ".";
}

function noPolicy(name: string, policies: readonly CompiledPolicy[]): HelpfulError {
  const names = policies.map((policy) => policy.name);
  const near = closest(name, names);
  return new HelpfulError(
    `there is no policy \`${visible(name)}\`${near === undefined ? "" : `; did you mean \`${visible(near)}\`?`}`,
    `name one that was compiled: ${names.map(visible).join(", ")}`,
  );
}

function showRule(rule: CompiledRule, policy: CompiledPolicy, out: string | undefined): string {
  const source = listing(rule.text, rule.line);
  const width = String(rule.line + source.length - 1).length;
  const parts = partsOf(rule, policy, out).flatMap(({ title, yaml }) => [title, "", ...behindGutter(yaml, width), ""]);
  return [`${visible(rule.name)}, ${visible(policy.source)}:${rule.line}`, "", ...source, "", ...parts].join("\n");
}

interface ShownPart {
  readonly title: string;
  readonly yaml: string;
}

/** What of it the API server says by itself, and when it asks the webhook. */
function partsOf({ native, webhook }: CompiledRule, { file }: CompiledPolicy, out: string | undefined): readonly ShownPart[] {
  const place = (...path: readonly string[]): string => visible(join(out ?? "", ...path));
  const parts: ShownPart[] = [];
  if (native !== undefined)
    parts.push({
      title: `in ${place(file)}, ValidatingAdmissionPolicy ${visible(native.admissionPolicy)}:`,
      yaml: native.yaml,
    });
  if (webhook !== undefined) {
    const configuration = place(fallbackDirectory, webhookConfigurationFile);
    const reads = webhook.reads.length === 0 ? "" : `, which may read ${visible(webhook.reads.join(", "))}`;
    parts.push({ title: `in ${configuration}, webhook ${visible(webhook.names.join(", "))}${reads}:`, yaml: webhook.yaml });
  }
  return parts;
}

function behindGutter(yaml: string, width: number): readonly string[] {
  return yaml
    .trimEnd()
    .split("\n")
    .map((line) => inGutter(" ".repeat(width), line));
}
