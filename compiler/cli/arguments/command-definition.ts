import type { FlagDefinitions, Flags, Paths } from "./flags.ts";

/** A command line, and what it is for. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** A row of the table of commands: what is parsed, and what help, documentation and shells say of it. */
export interface CommandDefinition<Parsed = unknown> {
  /** One line. */
  readonly summary: string;
  /** What it does, for somebody who has not used it yet; an empty line between paragraphs. */
  readonly does: string;
  /** What stands behind its name: `[paths...]`, once for each way to call it. */
  readonly usage: readonly string[];
  /** What shells offer for its words: a list is for the first of them. */
  readonly words?: Paths | readonly string[];
  readonly flags: FlagDefinitions;
  readonly examples: readonly Example[];
  /** When its exit code is 1; undefined: never. */
  readonly exitsWith1?: string;
  /** Where there is more, in `docs/`. */
  readonly page: string;
  readonly parse: (words: readonly string[], flags: Flags) => Parsed;
}
