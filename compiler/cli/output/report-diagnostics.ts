import type { Compilation } from "../../compile.ts";
import { formatDiagnostic } from "../../diagnostics/format.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { count } from "./summary.ts";
import type { Terminal } from "./terminal.ts";

/** More would scroll the first ones away, and those are the ones to start with. */
const maxDiagnostics = 50;

/** What is wrong with the policies, in order; `outcome` ends the last line: `; nothing written`. */
export function reportDiagnostics({ diagnostics, sources }: Compilation, terminal: Terminal, outcome: string): ExitCode {
  for (const diagnostic of diagnostics.slice(0, maxDiagnostics)) {
    terminal.report(`${formatDiagnostic(diagnostic, sources.get(diagnostic.span.file), { color: terminal.color })}\n`);
  }
  const hidden = diagnostics.length - maxDiagnostics;
  const rest = hidden > 0 ? `, the first ${maxDiagnostics} of them above` : "";
  terminal.report(`${count(diagnostics.length, "error")}${rest}${outcome}`);
  return exitCodes.usage;
}
