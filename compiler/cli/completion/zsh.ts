import type { CommandDefinition } from "../arguments/command-definition.ts";
import { commands, everywhere } from "../arguments/commands.ts";
import type { FlagDefinition, FlagValue } from "../arguments/flags.ts";
import { plain, quoted } from "./shell-text.ts";

/** For zsh with compinit: sourced, or as a file `_holdfast` of its fpath. */
export function zshScript(): string {
  const described = Object.entries(commands).map(([name, { summary }]) => `    ${quoted(`${name}:${plain(summary)}`)}`);
  return `#compdef holdfast
# Completes holdfast in zsh: source <(holdfast completion zsh), below compinit

_holdfast() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C \\
${Object.entries(everywhere).flatMap(flagSpecs).map(specLine).join("")}    '1:command:_holdfast_commands' \\
    '*::word:->words'
  [[ $state == words ]] || return
  case $words[1] in
${Object.entries(commands).map(commandCase).join("\n")}
  esac
}

_holdfast_commands() {
  local -a names
  names=(
${described.join("\n")}
  )
  _describe -t commands command names
}

if [[ $funcstack[1] == _holdfast ]]; then
  _holdfast "$@"
else
  compdef _holdfast holdfast
fi`;
}

const specLine = (spec: string): string => `    ${spec} \\\n`;

function commandCase([name, { flags, words }]: readonly [string, CommandDefinition]): string {
  const all = Object.entries({ ...flags, help: everywhere["help"] ?? { says: "" } }).flatMap(flagSpecs);
  const specs = [...all, ...wordSpecs(words)].map((spec) => `        ${spec}`);
  return `    ${name})\n      _arguments \\\n${specs.join(" \\\n")}\n      ;;`;
}

function wordSpecs(words: "files" | "directories" | readonly string[] = []): readonly string[] {
  if (words === "files") return [quoted("*:path:_files")];
  if (words === "directories") return [quoted("*:directory:_files -/")];
  return words.length === 0 ? [] : [quoted(`1:word:(${words.join(" ")})`)];
}

/** `'--out=[where the files go]:directory:_files -/'` */
function flagSpecs([name, { short, says, value, once }]: readonly [string, FlagDefinition]): readonly string[] {
  const repeats = value !== undefined && once === undefined ? "*" : "";
  const about = `[${escaped(plain(says))}]${valueSpec(value)}`;
  const long = quoted(`${repeats}--${name}${value === undefined ? "" : "="}${about}`);
  return short === undefined ? [long] : [long, quoted(`${repeats}-${short}${about}`)];
}

function valueSpec(value: FlagValue | undefined): string {
  if (value === undefined) return "";
  const offered = value.oneOf ?? value.someOf;
  if (offered !== undefined) return `:${escaped(value.name)}:(${offered.join(" ")})`;
  if (value.paths === undefined) return `:${escaped(value.name)}: `;
  return `:${escaped(value.name)}:_files${value.paths === "directories" ? " -/" : ""}`;
}

/** What `_arguments` takes for its own. */
const escaped = (text: string): string => text.replaceAll(/[\\[\]:]/g, String.raw`\$&`);
