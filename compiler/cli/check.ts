import { join } from "node:path";
import { visible } from "../diagnostics/format.ts";
import { defaultMinor, formatMinor } from "../ir/kubernetes-version.ts";
import type { Comparison, DriftedFile } from "../manifest/output.ts";
import type { CompileCommand } from "./compile-command.ts";
import { firstDifference } from "./first-difference.ts";
import type { LeftOutFile } from "./left-out.ts";
import { quoteArguments } from "./quote-arguments.ts";
import { count } from "./summary.ts";

export interface CheckInput {
  readonly command: CompileCommand;
  readonly comparison: Comparison;
  readonly leftOut: readonly LeftOutFile[];
}

/**
 * What `--check` has to say: each file that is not what the policies compile to, why, and the command that mends it.
 *
 *     missing:   generated/b.yaml
 *     different: generated/a.yaml
 *       line 31
 *       - as it is
 *       + as it should be
 *     stale:     generated/old.yaml (no policy compiles to it)
 *     To mend it: npx holdfast compile policies --out generated
 */
export function describeCheck({ command, comparison, leftOut }: CheckInput): { readonly isFine: boolean; readonly text: string } {
  const place = (name: string): string => visible(join(command.out, name));
  const isLeftOut = new Set(leftOut.map((file) => file.name));
  const stale = comparison.stale.filter((file) => !isLeftOut.has(file.name));
  const mendable = [
    ...comparison.missing.map((file) => `missing:   ${place(file.name)}`),
    ...comparison.different.map((file) => `different: ${place(file.name)}\n${describeDrift(file)}`),
    ...stale.map((file) => `stale:     ${place(file.name)} (no policy compiles to it)`),
  ];
  const extra = leftOut.map(({ name, source }) => `extra:     ${place(name)} (from ${visible(source)}, which was not compiled)`);
  const findings = [...mendable, ...extra];
  if (findings.length === 0)
    return { isFine: true, text: `${visible(command.out)} is up to date: ${count(comparison.same.length, "file")}` };
  return { isFine: false, text: [...findings, adviceFor(command, leftOut)].join("\n") };
}

/** The first difference, indented. */
export function describeDrift({ found, text }: DriftedFile): string {
  return firstDifference(found.replaceAll("\r\n", "\n"), text)
    .map((line) => `  ${visible(line)}`)
    .join("\n");
}

function adviceFor(command: CompileCommand, leftOut: readonly LeftOutFile[]): string {
  if (leftOut.length === 0) return `To mend it: ${compileCommand(command)}`;
  const paths = [...command.paths, ...leftOut.map((file) => file.source)];
  return `To mend it, compile all policies together: ${compileCommand({ ...command, paths })}`;
}

/** The command that writes what was checked, with everything spelled out. */
function compileCommand({ paths, out, kube }: Pick<CompileCommand, "paths" | "out" | "kube">): string {
  const isFlagLike = paths.some((path) => path.startsWith("-"));
  const flags = ["--out", out, ...(kube === defaultMinor ? [] : ["--kube", formatMinor(kube)])];
  const words = isFlagLike ? [...flags, "--", ...paths] : [...paths, ...flags];
  return ["npx holdfast compile", ...quoteArguments(words)].join(" ");
}
