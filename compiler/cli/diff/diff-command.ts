import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** `holdfast diff old/ new/` */
export interface DiffCommand {
  readonly kind: "diff";
  /** Directories of generated files. */
  readonly before: string;
  readonly after: string;
  readonly format: "text" | "json";
}

export const diffFlags: FlagDefinitions = {
  format: { value: { needs: "text or json", example: "holdfast diff old new --format json" }, once: "write text or json" },
};

export function parseDiff(words: readonly string[], flags: Flags): DiffCommand {
  const [before, after, ...others] = words;
  if (before === undefined || after === undefined || others.length > 0)
    throw new HelpfulError(
      "a comparison is of two directories",
      "write `holdfast diff old/ new/`, with the generated files of before and after",
    );
  return { kind: "diff", before, after, format: flags.oneOf("format", ["text", "json"] as const) ?? "text" };
}
