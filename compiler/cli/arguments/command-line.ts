import { parseArgs } from "node:util";
import { closest } from "../../diagnostics/closest.ts";
import { type CompileCommand, compileFlags, parseCompile } from "../compile/compile-command.ts";
import { type DiffCommand, diffFlags, parseDiff } from "../diff/diff-command.ts";
import { type ExplainCommand, explainFlags, parseExplain } from "../explain/explain-command.ts";
import { type FlagDefinitions, Flags, type OptionToken } from "./flags.ts";
import type { ChangePlanCommand } from "../plan/change-command.ts";
import { type Defaults, builtIn } from "../../project/project.ts";
import { type PlanCommand, parsePlan, planFlags } from "../plan/plan-command.ts";
import { type ScanCommand, parseScan, scanFlags } from "../scan/scan-command.ts";
import { type ServeCommand, parseServe, serveFlags } from "../serve/serve-command.ts";
import { type TestCommand, parseTest, testFlags } from "../test/test-command.ts";
import { type TypesCommand, parseTypes, typesFlags } from "../types/types-command.ts";
import { type UninstallCommand, parseUninstall, uninstallFlags } from "../uninstall/uninstall-command.ts";
import { type UnprotectCommand, parseUnprotect, unprotectFlags } from "../unprotect/unprotect-command.ts";
import { type InitCommand, initFlags, parseInit } from "../init/init-command.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { type VerifyCommand, parseVerify, verifyFlags } from "../verify/verify-command.ts";

export type Command =
  | InitCommand
  | CompileCommand
  | TestCommand
  | ExplainCommand
  | TypesCommand
  | DiffCommand
  | VerifyCommand
  | PlanCommand
  | ChangePlanCommand
  | ScanCommand
  | ServeCommand
  | UninstallCommand
  | UnprotectCommand
  | { readonly kind: "help" }
  | { readonly kind: "version" };

interface CommandDefinition {
  readonly flags: FlagDefinitions;
  readonly parse: (words: readonly string[], flags: Flags) => Command;
}

/** What `holdfast` can do, by the word that asks for it. A flag has the same meaning in every command that knows it. */
const commands: Readonly<Record<string, CommandDefinition>> = {
  init: { flags: initFlags, parse: parseInit },
  compile: { flags: compileFlags, parse: parseCompile },
  test: { flags: testFlags, parse: parseTest },
  explain: { flags: explainFlags, parse: parseExplain },
  types: { flags: typesFlags, parse: parseTypes },
  diff: { flags: diffFlags, parse: parseDiff },
  verify: { flags: verifyFlags, parse: parseVerify },
  plan: { flags: planFlags, parse: parsePlan },
  unprotect: { flags: unprotectFlags, parse: parseUnprotect },
  scan: { flags: scanFlags, parse: parseScan },
  serve: { flags: serveFlags, parse: parseServe },
  uninstall: { flags: uninstallFlags, parse: parseUninstall },
};

const everywhere: FlagDefinitions = { help: { short: "h" }, version: { short: "v" } };

const allFlags: FlagDefinitions = Object.assign({}, everywhere, ...Object.values(commands).map(({ flags }) => flags));

const seeHelp = "`holdfast --help` shows every command and flag";

/**
 * What the arguments (without node and script) ask for; a `HelpfulError` where they ask for nothing we know.
 *
 *     ["compile", "rules", "--out", "deploy"]  ->  { kind: "compile", paths: ["rules"], out: "deploy", ... }
 *     ["compile"]                              ->  as `holdfast.config.json` says, which `defaults` reads
 *     ["compile", "--chek"]                    ->  HelpfulError: there is no flag `--chek`; did you mean `--check`?
 */
export function parseCommandLine(argv: readonly string[], defaults: () => Defaults = () => builtIn): Command {
  const { tokens } = parseArgs({
    args: [...argv],
    options: parserOptions(),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: readonly OptionToken[] = tokens.filter((token) => token.kind === "option");
  const [name, ...words] = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  if (given.some((token) => token.name === "help") || name === "help") return { kind: "help" };
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name];
  const known = { ...everywhere, ...(command?.flags ?? allFlags) };
  for (const token of given) requireKnown(token, { known, command: command === undefined ? undefined : name });
  const flags = new Flags(given, known, defaults);
  if (flags.has("version")) return { kind: "version" };
  if (command !== undefined) return command.parse(words, flags);
  if (name === undefined)
    throw new HelpfulError("no command given", "`holdfast compile` turns policies into YAML; `holdfast --help` shows all");
  throw new HelpfulError(`there is no command \`${name}\`${suggestion(name, [...Object.keys(commands), "help"])}`, seeHelp);
}

function parserOptions(): Record<string, { type: "string" | "boolean"; short?: string }> {
  const rows = Object.entries(allFlags).map(([name, { value, short }]) => {
    const type: "string" | "boolean" = value === undefined ? "boolean" : "string";
    return [name, short === undefined ? { type } : { type, short }] as const;
  });
  return Object.fromEntries(rows);
}

interface Expected {
  readonly known: FlagDefinitions;
  readonly command: string | undefined;
}

function requireKnown({ name, rawName }: OptionToken, { known, command }: Expected): void {
  if (Object.hasOwn(known, name)) return;
  const isOfAnother = Object.hasOwn(allFlags, name);
  const where = isOfAnother && command !== undefined ? `\`holdfast ${command}\` has no flag` : "there is no flag";
  const near = suggestion(
    rawName,
    Object.keys(known).map((flag) => `--${flag}`),
  );
  throw new HelpfulError(`${where} \`${rawName}\`${isOfAnother ? "" : near}`, seeHelp);
}

function suggestion(given: string, known: readonly string[]): string {
  const near = closest(given, known);
  return near === undefined ? "" : `; did you mean \`${near}\`?`;
}
