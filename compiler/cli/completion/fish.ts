import { commands, everywhere } from "../arguments/commands.ts";
import type { FlagDefinition, FlagValue } from "../arguments/flags.ts";
import { plain } from "./shell-text.ts";

/** For fish 3.0 and newer. What was typed is compared, and never evaluated. */
export function fishScript(): string {
  const lines = [
    ...Object.entries(commands).map(
      ([name, { summary }]) => `complete -c holdfast -n __holdfast_first -a ${name} -d ${quoted(summary)}`,
    ),
    ...Object.entries(everywhere).map(([name, flag]) => flagLine("__holdfast_first", name, flag)),
    ...Object.entries(commands).flatMap(([name, { flags, words }]) => [
      ...wordLines(name, words),
      ...Object.entries({ ...flags, help: everywhere["help"] ?? { says: "" } }).map(([flag, definition]) =>
        flagLine(`__holdfast_is ${name}`, flag, definition),
      ),
    ]),
  ];
  return `# Completes holdfast in fish: holdfast completion fish | source

function __holdfast_first
    test (count (commandline -opc)) -eq 1
end

function __holdfast_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = "$argv[1]"
end

function __holdfast_second
    test (count (commandline -opc)) -eq 2; and __holdfast_is $argv[1]
end

complete -c holdfast -f
${lines.join("\n")}`;
}

function wordLines(name: string, words: "files" | "directories" | readonly string[] = []): readonly string[] {
  if (words === "files") return [`complete -c holdfast -n ${quoted(`__holdfast_is ${name}`)} -F`];
  if (words === "directories")
    return [`complete -c holdfast -n ${quoted(`__holdfast_is ${name}`)} -a '(__fish_complete_directories)'`];
  return words.length === 0
    ? []
    : [`complete -c holdfast -n ${quoted(`__holdfast_second ${name}`)} -a ${quoted(words.join(" "))}`];
}

function flagLine(condition: string, name: string, { short, says, value }: FlagDefinition): string {
  const shortName = short === undefined ? "" : ` -s ${short}`;
  return `complete -c holdfast -n ${quoted(condition)}${shortName} -l ${name}${valueOf(value)} -d ${quoted(plain(says))}`;
}

function valueOf(value: FlagValue | undefined): string {
  if (value === undefined) return "";
  if (value.paths === "files") return " -r -F";
  if (value.paths === "directories") return " -x -a '(__fish_complete_directories)'";
  const offered = value.oneOf ?? value.someOf;
  return offered === undefined ? " -x" : ` -x -a ${quoted(offered.join(" "))}`;
}

/** In single quotes, where fish knows two escapes and evaluates nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
