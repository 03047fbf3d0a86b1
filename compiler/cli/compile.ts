import type { Compilation } from "../compile.ts";
import { visible } from "../diagnostics/format.ts";
import { type Comparison, comparePlan } from "../manifest/output.ts";
import { resolveOutputDirectory } from "../manifest/output-directory.ts";
import { writePlan } from "../manifest/write-plan.ts";
import { describeCheck } from "./check.ts";
import type { CompileCommand } from "./compile-command.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { findLeftOut, leftOutError } from "./left-out.ts";
import { reportDiagnostics } from "./report-diagnostics.ts";
import type { LoadCompiler } from "./run.ts";
import { showRules } from "./show.ts";
import { count, summarize } from "./summary.ts";
import type { Terminal } from "./terminal.ts";

/**
 * `holdfast compile`: the policies, then the output directory made (or, with `--check`, found) equal to them.
 * Results go to standard output, progress and diagnostics to the error stream.
 */
export async function runCompile(
  command: CompileCommand,
  { terminal, loadCompiler }: { readonly terminal: Terminal; readonly loadCompiler: LoadCompiler },
): Promise<ExitCode> {
  const directory = resolveOutputDirectory(command.out, terminal.workingDirectory);
  terminal.report(`compiling ${command.paths.map(visible).join(", ")}`);
  const compiler = await loadCompiler();
  const compilation = await compiler.compile({
    paths: command.paths,
    workingDirectory: terminal.workingDirectory,
    kube: command.kube,
  });
  if (compilation.diagnostics.length > 0) return reportDiagnostics(compilation, terminal, "; nothing written");
  reportProgress(compilation, terminal);
  const comparison = comparePlan(directory, compilation.files);
  if (command.show) terminal.print(showRules(compilation, command.out));
  return command.mode === "check" ? check(command, comparison, terminal) : write(command, { compilation, comparison, terminal });
}

function reportProgress({ policies }: Compilation, terminal: Terminal): void {
  const bySource = Map.groupBy(policies, (policy) => policy.source);
  for (const [source, own] of bySource) {
    const rules = own.reduce((sum, policy) => sum + policy.rules.length, 0);
    terminal.report(`  ${visible(source)}: ${count(rules, "rule")}`);
  }
}

function check(command: CompileCommand, comparison: Comparison, terminal: Terminal): ExitCode {
  const leftOut = findLeftOut(comparison.stale, command.paths, terminal.workingDirectory);
  const report = describeCheck({ command, comparison, leftOut });
  terminal.print(report.text);
  return report.isFine ? exitCodes.fine : exitCodes.findings;
}

function write(
  command: CompileCommand,
  {
    compilation,
    comparison,
    terminal,
  }: { readonly compilation: Compilation; readonly comparison: Comparison; readonly terminal: Terminal },
): ExitCode {
  const leftOut = findLeftOut(comparison.stale, command.paths, terminal.workingDirectory);
  if (leftOut.length > 0) throw leftOutError(leftOut, command.out);
  writePlan(comparison);
  terminal.print(summarize(compilation, comparison, command.out));
  return exitCodes.fine;
}
