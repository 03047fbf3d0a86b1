import { compile } from "../compile/compile-command.ts";
import { completion } from "../completion/completion-command.ts";
import { diff } from "../diff/diff-command.ts";
import { explain } from "../explain/explain-command.ts";
import { init } from "../init/init-command.ts";
import { plan } from "../plan/plan-command.ts";
import { scan } from "../scan/scan-command.ts";
import { serve } from "../serve/serve-command.ts";
import { test } from "../test/test-command.ts";
import { types } from "../types/types-command.ts";
import { uninstall } from "../uninstall/uninstall-command.ts";
import { unprotect } from "../unprotect/unprotect-command.ts";
import { verify } from "../verify/verify-command.ts";
import type { CommandDefinition } from "./command-definition.ts";
import type { FlagDefinitions } from "./flags.ts";

/** `holdfast help compile` */
interface HelpCommand {
  readonly kind: "help";
  /** Undefined: of all. */
  readonly of: string | undefined;
}

const writing = { init, compile, test, explain, types, serve };
const looking = { plan, scan, diff, verify };
const changing = { unprotect, uninstall };

const help: CommandDefinition<HelpCommand> = {
  summary: "show this overview, or the help of a command",
  does: "Shows the overview, or what `holdfast <command> --help` shows.",
  usage: ["[command]"],
  words: Object.keys({ ...writing, ...looking, ...changing, completion }),
  flags: {},
  examples: [{ line: "holdfast help plan", does: "everything about `holdfast plan`" }],
  page: "docs/reference/commands.md",
  parse: ([of]) => ({ kind: "help", of }),
};

const table = { ...writing, ...looking, ...changing, completion, help };

type ParsedBy<Definition> = Definition extends CommandDefinition<infer Parsed> ? Parsed : never;

export type Command = ParsedBy<(typeof table)[keyof typeof table]> | { readonly kind: "version" };

/**
 * What `holdfast` can do, by the word that asks for it: the one table of which the parser, help, docs/reference/commands.md and
 * the completion of shells are made. A flag has the same meaning in every command that knows it.
 */
export const commands: Readonly<Record<string, CommandDefinition<Command>>> = table;

/** The same commands, as help lists them. */
export const groups: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: "Write rules", names: Object.keys(writing) },
  { title: "Look, and change nothing", names: Object.keys(looking) },
  { title: "Change a cluster", names: Object.keys(changing) },
  { title: "This command line", names: ["completion", "help"] },
];

/** Flags of every command, and of none. */
export const everywhere: FlagDefinitions = {
  help: { short: "h", says: "this text" },
  version: { short: "v", says: "the version of Holdfast" },
};
