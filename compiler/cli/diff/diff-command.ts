import type { CommandDefinition } from "../arguments/command-definition.ts";
import { type OutputOptions, outputFlags, outputOptions } from "../arguments/format-flag.ts";
import type { Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** `holdfast diff old/ new/` */
export interface DiffCommand extends OutputOptions<DiffFormat> {
  readonly kind: "diff";
  /** Generated files, and directories of them, here or of a git revision; `-` is standard input. */
  readonly before: string;
  readonly after: string;
}

const formats = ["text", "json", "yaml", "junit", "sarif", "github", "markdown"] as const;

export type DiffFormat = (typeof formats)[number];

export const diff: CommandDefinition<DiffCommand> = {
  summary: "compare the protection of two generated directories",
  does: `Compares two directories of generated files (or files, \`main:generated\` of a git revision, or
    \`-\` for standard input), and says which protection is lost, relaxed, changed or gained: for each rule,
    guard and kind.`,
  usage: ["<old> <new>"],
  words: "directories",
  flags: outputFlags(formats, "holdfast diff old new"),
  examples: [
    { line: "holdfast diff old/ new/", does: "what becomes weaker?" },
    { line: "holdfast diff main:generated generated", does: "does this branch protect less?" },
    { line: "holdfast diff old/generated generated --format json", does: "the same for a script" },
    { line: "git show main:generated/ack.yaml | holdfast diff - generated/ack.yaml", does: "one policy" },
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
  return { kind: "diff", before, after, ...outputOptions(flags, formats) };
}
