import { parseArgs } from "node:util";
import { closest } from "./closest.ts";
import { UsageError } from "./usage-error.ts";

export type Command = CompileCommand | { readonly kind: "help" } | { readonly kind: "version" };

export interface CompileCommand {
  readonly kind: "compile";
  readonly paths: readonly string[];
  readonly out: string;
  readonly mode: "write" | "check";
  readonly show: boolean;
}

export const defaultPaths: readonly string[] = ["policies"];
export const defaultOut = "generated";

const options = {
  out: { type: "string" },
  check: { type: "boolean" },
  show: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

type Flag = keyof typeof options;

/** A flag as it was typed (node:util: parseArgs). */
interface OptionToken {
  readonly name: string;
  /** `--out`, `-h` */
  readonly rawName: string;
  readonly value: string | undefined;
  /** `--out=x` rather than `--out x` */
  readonly inlineValue: boolean | undefined;
}

/**
 * What the arguments (without node and script) ask for; a `UsageError` where they ask for nothing we know.
 *
 *     ["compile", "rules", "--out", "deploy"]  ->  { kind: "compile", paths: ["rules"], out: "deploy", ... }
 *     ["compile", "--chek"]                    ->  UsageError: there is no flag `--chek`; did you mean `--check`?
 */
export function parseCommandLine(argv: readonly string[]): Command {
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const flags: readonly OptionToken[] = tokens.filter((token) => token.kind === "option");
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  if (flags.some(({ name }) => name === "help") || words[0] === "help") return { kind: "help" };
  for (const flag of flags) checkFlag(flag);
  if (flags.some(({ name }) => name === "version")) return { kind: "version" };
  return parseCompile(words, flags);
}

function parseCompile([name, ...paths]: readonly string[], flags: readonly OptionToken[]): CompileCommand {
  if (name === undefined)
    throw new UsageError("no command given", "`holdfast compile` turns policies into YAML; `holdfast --help` shows all");
  if (name !== "compile")
    throw new UsageError(`there is no command \`${name}\`${suggestion(name, ["compile", "help"])}`, seeHelp);
  if (paths.includes(""))
    throw new UsageError("a path is empty", "name a policy file (*.ts) or a directory that holds policy files");
  return {
    kind: "compile",
    paths: paths.length === 0 ? defaultPaths : paths,
    out: outOf(flags),
    mode: flags.some((flag) => flag.name === "check") ? "check" : "write",
    show: flags.some((flag) => flag.name === "show"),
  };
}

function outOf(flags: readonly OptionToken[]): string {
  const given = flags.filter(({ name }) => name === "out");
  const [first, second] = given.map(({ value }) => value);
  if (second !== undefined)
    throw new UsageError(`\`--out\` is given ${given.length} times`, "all files go into one directory: give it once");
  return first ?? defaultOut;
}

const seeHelp = "`holdfast --help` shows every command and flag";

function checkFlag({ name, rawName, value, inlineValue }: OptionToken): void {
  if (!isFlag(name))
    throw new UsageError(
      `there is no flag \`${rawName}\`${suggestion(
        rawName,
        Object.keys(options).map((flag) => `--${flag}`),
      )}`,
      seeHelp,
    );
  if (options[name].type === "boolean") {
    if (inlineValue === true) throw new UsageError(`\`${rawName}\` takes no value`, `write \`${rawName}\` alone`);
    return;
  }
  const isMissing = value === undefined || value === "" || (inlineValue === false && value.startsWith("-"));
  if (isMissing) throw new UsageError(`\`${rawName}\` needs a directory`, `for example: holdfast compile --out ${defaultOut}`);
}

function isFlag(name: string): name is Flag {
  return Object.hasOwn(options, name);
}

function suggestion(given: string, known: readonly string[]): string {
  const near = closest(given, known);
  return near === undefined ? "" : `; did you mean \`${near}\`?`;
}
