import type { Compilation } from "../../compile.ts";
import { visible } from "../../diagnostics/format.ts";
import { writePlans } from "../../manifest/write-plan.ts";
import { describeCheck } from "./check.ts";
import { headerCommandOf } from "./command-line-of.ts";
import type { CompileCommand } from "./compile-command.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { leftOutError } from "./left-out.ts";
import { type OutputPlace, comparePlaces, policyPlace, targetsOf } from "../output/places.ts";
import { reportDiagnostics } from "../output/report-diagnostics.ts";
import type { LoadCompiler } from "../run.ts";
import { showRules } from "./show.ts";
import { count, summarize } from "../output/summary.ts";
import type { Terminal } from "../output/terminal.ts";

/**
 * `holdfast compile`: the policies, then the output directory made (or, with `--check`, found) equal to them.
 * Results go to standard output, progress and diagnostics to the error stream.
 */
export async function runCompile(
  command: CompileCommand,
  { terminal, loadCompiler }: { readonly terminal: Terminal; readonly loadCompiler: LoadCompiler },
): Promise<ExitCode> {
  targetsOf(command, terminal.workingDirectory);
  terminal.report(`compiling ${command.paths.map(visible).join(", ")}`);
  const compiler = await loadCompiler();
  const compilation = await compiler.compile({
    paths: command.paths,
    workingDirectory: terminal.workingDirectory,
    kube: command.kube,
    command: headerCommandOf(command, terminal.workingDirectory),
    ...(command.static !== undefined && { static: command.static }),
  });
  if (compilation.diagnostics.length > 0) return reportDiagnostics(compilation, terminal, "; nothing written");
  reportProgress(compilation, terminal);
  const places = comparePlaces(command, compilation, terminal.workingDirectory);
  if (command.show) terminal.print(showRules(compilation, policyPlace(command)));
  return command.mode === "check" ? check(command, places, terminal) : write(command, { compilation, places, terminal });
}

function reportProgress({ policies }: Compilation, terminal: Terminal): void {
  const bySource = Map.groupBy(policies, (policy) => policy.source);
  for (const [source, own] of bySource) {
    const rules = own.reduce((sum, policy) => sum + policy.rules.length, 0);
    terminal.report(`  ${visible(source)}: ${count(rules, "rule")}`);
  }
}

function check(command: CompileCommand, places: readonly OutputPlace[], terminal: Terminal): ExitCode {
  const report = describeCheck(command, places);
  terminal.print(report.text);
  return report.isFine ? exitCodes.fine : exitCodes.findings;
}

interface Compiled {
  readonly compilation: Compilation;
  readonly places: readonly OutputPlace[];
  readonly terminal: Terminal;
}

function write(command: CompileCommand, { compilation, places, terminal }: Compiled): ExitCode {
  const wrong = places.find(({ leftOut }) => leftOut.length > 0);
  if (wrong !== undefined) throw leftOutError(wrong);
  writePlans(places.map(({ comparison }) => comparison));
  terminal.print(summarize(compilation, places, policyPlace(command)));
  return exitCodes.fine;
}
