import { join } from "node:path";
import { visible } from "../../diagnostics/format.ts";
import type { DriftedFile } from "../../manifest/output.ts";
import type { CompileCommand } from "./compile-command.ts";
import { commandLineOf } from "./command-line-of.ts";
import { firstDifference } from "../output/first-difference.ts";
import type { OutputPlace } from "../output/places.ts";
import { count } from "../output/summary.ts";

/**
 * What `--check` has to say: each file that is not what the policies compile to, why, and the command that fixes it.
 *
 *     missing:   generated/b.yaml
 *     different: generated/a.yaml
 *       line 31
 *       - as it is
 *       + as it should be
 *     stale:     generated/old.yaml (no policy compiles to it)
 *     To fix it: npx holdfast compile policies --out generated
 */
export function describeCheck(
  command: CompileCommand,
  places: readonly OutputPlace[],
): { readonly isFine: boolean; readonly text: string } {
  const findings = [...places.flatMap(fixableIn), ...places.flatMap(extraIn)];
  if (findings.length > 0) return { isFine: false, text: [...findings, adviceFor(command, places)].join("\n") };
  const fine = places.map(({ name, comparison }) => `${visible(name)} is up to date: ${count(comparison.same.length, "file")}`);
  return { isFine: true, text: fine.join("\n") };
}

function fixableIn({ name: directory, comparison, leftOut }: OutputPlace): readonly string[] {
  const place = (name: string): string => visible(join(directory, name));
  const isLeftOut = new Set(leftOut.map((file) => file.name));
  const stale = comparison.stale.filter((file) => !isLeftOut.has(file.name));
  return [
    ...comparison.missing.map((file) => `missing:   ${place(file.name)}`),
    ...comparison.different.map((file) => `different: ${place(file.name)}\n${describeDrift(file)}`),
    ...stale.map((file) => `stale:     ${place(file.name)} (no policy compiles to it)`),
  ];
}

function extraIn({ name: directory, leftOut }: OutputPlace): readonly string[] {
  return leftOut.map(
    ({ name, source }) => `extra:     ${visible(join(directory, name))} (from ${visible(source)}, which was not compiled)`,
  );
}

/** The first difference, indented. */
export function describeDrift({ found, text }: DriftedFile): string {
  return firstDifference(found.replaceAll("\r\n", "\n"), text)
    .map((line) => `  ${visible(line)}`)
    .join("\n");
}

function adviceFor(command: CompileCommand, places: readonly OutputPlace[]): string {
  const leftOut = new Set(places.flatMap((place) => place.leftOut.map(({ source }) => source)));
  if (leftOut.size === 0) return `To fix it: ${commandLineOf(command)}`;
  const paths = [...command.paths, ...leftOut];
  return `To fix it, compile all policies together: ${commandLineOf({ ...command, command: undefined, paths })}`;
}
