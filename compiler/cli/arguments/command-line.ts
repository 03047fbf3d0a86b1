import { parseArgs } from "node:util";
import { HelpfulError } from "../../api/helpful-error.ts";
import { closest } from "../../diagnostics/closest.ts";
import { type Defaults, builtIn } from "../../project/project.ts";
import { type Command, commands, everywhere } from "./commands.ts";
import { type FlagDefinitions, Flags, type OptionToken } from "./flags.ts";

const allFlags: FlagDefinitions = Object.assign({}, everywhere, ...Object.values(commands).map(({ flags }) => flags));

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
  if (given.some((token) => token.name === "help")) return helpOf(name === "help" ? (words[0] ?? name) : name);
  if (name === "help" && words.length > 0) return helpOf(words[0]);
  const command = name === undefined ? undefined : commandNamed(name);
  const known = { ...everywhere, ...(command?.flags ?? allFlags) };
  for (const token of given) requireKnown(token, { known, command: command === undefined ? undefined : name });
  const flags = new Flags(given, known, defaults);
  if (flags.has("version")) return { kind: "version" };
  if (command !== undefined) return command.parse(words, flags);
  if (name === undefined)
    throw new HelpfulError("no command given", "`holdfast compile` turns policies into YAML; `holdfast --help` shows all");
  throw noCommand(name);
}

function helpOf(of: string | undefined): Command {
  if (of !== undefined && commandNamed(of) === undefined) throw noCommand(of);
  return { kind: "help", of };
}

/** The row of the table; undefined where there is none. */
export function commandNamed(name: string): (typeof commands)[string] | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

function noCommand(name: string): HelpfulError {
  const near = suggestion(name, Object.keys(commands));
  return new HelpfulError(`there is no command \`${name}\`${near}`, "`holdfast --help` shows every command");
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
  throw new HelpfulError(
    `${where} \`${rawName}\`${isOfAnother ? "" : near}`,
    command === undefined ? "`holdfast --help` shows every command" : `\`holdfast ${command} --help\` shows its flags`,
  );
}

function suggestion(given: string, known: readonly string[]): string {
  const near = closest(given, known);
  return near === undefined ? "" : `; did you mean \`${near}\`?`;
}
