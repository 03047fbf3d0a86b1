import { join } from "node:path";
import { visible } from "../../diagnostics/format.ts";
import type { DriftedFile } from "../../manifest/output.ts";
import type { CompileCommand } from "./compile-command.ts";
import { commandLineOf } from "./command-line-of.ts";
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

/** A file that is not as the policies say. */
interface Drift {
  readonly state: "missing" | "different" | "stale" | "extra";
  readonly directory: string;
  /** From the working directory. */
  readonly path: string;
  /** Lines of text from anywhere; may be empty. */
  readonly why: string;
  /** Where it differs. */
  readonly line?: number;
}

/** The same for programs. */
export function driftsIn(places: readonly OutputPlace[]): readonly Drift[] {
  return places.flatMap(({ name: directory, comparison: { missing, different, stale }, leftOut }) => {
    const of = (state: Drift["state"], { name }: { readonly name: string }, why = ""): Drift => ({
      state,
      directory,
      path: join(directory, name),
      why,
    });
    const isLeftOut = new Set(leftOut.map((file) => file.name));
    return [
      ...missing.map((file) => of("missing", file)),
      ...different.map((file) => {
        const [first = "", ...lines] = firstDifference(file.found.replaceAll("\r\n", "\n"), file.text);
        return { ...of("different", file, lines.join("\n")), line: Number(first.replace("line ", "")) };
      }),
      ...stale.filter(({ name }) => !isLeftOut.has(name)).map((file) => of("stale", file, "no policy compiles to it")),
      ...leftOut.map((file) => of("extra", file, `it is from ${file.source}, which was not compiled`)),
    ];
  });
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

/** Enough to recognise the place; the rest is for `git diff`. */
const maxLines = 5;

/** How far apart two texts may run before the rest counts as different. */
const reach = 40;

/**
 * The first place where two texts part, up to where they meet again:
 *
 *     line 31
 *     - as it is
 *     + as it should be
 */
export function firstDifference(found: string, wanted: string): readonly string[] {
  const [mine, theirs] = [found.split("\n"), wanted.split("\n")];
  const start = mine.findIndex((line, at) => line !== theirs[at]);
  const from = start === -1 ? mine.length : start;
  const [removed, added] = untilTheyMeet(mine.slice(from), theirs.slice(from));
  return [`line ${from + 1}`, ...shorten(removed).map((line) => `- ${line}`), ...shorten(added).map((line) => `+ ${line}`)];
}

/** The fewest lines to take from the start of both so that they go on with the same line, or end together. */
function untilTheyMeet(mine: readonly string[], theirs: readonly string[]): readonly [readonly string[], readonly string[]] {
  for (let taken = 1; taken <= 2 * reach; taken += 1) {
    for (let own = Math.min(taken, mine.length); own >= 0 && taken - own <= theirs.length; own -= 1) {
      if (mine[own] === theirs[taken - own]) return [mine.slice(0, own), theirs.slice(0, taken - own)];
    }
  }
  return [mine, theirs];
}

function shorten(lines: readonly string[]): readonly string[] {
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), `(and ${lines.length - maxLines} more)`];
}
