import { commands } from "../../../compiler/cli/arguments/commands.ts";

export const commandNames = Object.keys(commands);

/** A command line of help as words, as a shell would divide it; of several in a row the one of `holdfast`. */
export function wordsOf(line: string): readonly string[] {
  const own = /(?<=^|[|(] ?)holdfast [^|)>]*/.exec(line)?.[0] ?? "";
  return Array.from(own.matchAll(/"([^"]*)"|\S+/g), ([word, inQuotes]) => inQuotes ?? word).slice(1);
}

/** Flags as they stand in usage, such as `--from` and `-A`. */
export const flagsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/(?<=^|[\s(])--?[a-zA-Z][\w-]*/g), ([flag]) => flag);
