import type { CommandDefinition } from "../arguments/command-definition.ts";
import { formatFlag } from "../arguments/format-flag.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** `holdfast diff old/ new/` */
export interface DiffCommand {
  readonly kind: "diff";
  /** Directories of generated files. */
  readonly before: string;
  readonly after: string;
  readonly format: (typeof formats)[number];
}

const formats = ["text", "json", "markdown"] as const;

const diffFlags: FlagDefinitions = {
  format: formatFlag(formats, { example: "holdfast diff old new --format json", once: "one comparison is printed once" }),
};

export const diff: CommandDefinition<DiffCommand> = {
  summary: "say which protection two generated directories differ in",
  does: `Compares two directories of generated files, and says which protection is lost, relaxed, changed or
    gained: for each rule, guard and kind.`,
  usage: ["<old> <new>"],
  words: "directories",
  flags: diffFlags,
  examples: [
    { line: "holdfast diff old/ new/", does: "what becomes weaker?" },
    { line: "holdfast diff old/generated generated --format json", does: "the same for a script" },
  ],
  exitsWith1: "protection is lost, relaxed or changed",
  page: "docs/rules/rollout.md",
  parse: parseDiff,
};

function parseDiff(words: readonly string[], flags: Flags): DiffCommand {
  const [before, after, ...others] = words;
  if (before === undefined || after === undefined || others.length > 0)
    throw new HelpfulError(
      "a comparison is of two directories",
      "write `holdfast diff old/ new/`, with the generated files of before and after",
    );
  return { kind: "diff", before, after, format: flags.oneOf("format", formats) ?? "text" };
}
