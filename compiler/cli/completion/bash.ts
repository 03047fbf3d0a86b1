import { commands, everywhere } from "../arguments/commands.ts";
import type { FlagDefinition, FlagValue } from "../arguments/flags.ts";

/**
 * For bash 3.2 and newer, without the package bash-completion. What was typed is compared, and handed to `compgen` as
 * one word; no part of it is evaluated.
 */
export function bashScript(): string {
  return `# Completes holdfast in bash: source <(holdfast completion bash)

${entry}

${offering}

__holdfast_takes_value() {
  case $1 in
    ${flagsWithValue().join(" | ")}) return 0 ;;
  esac
  return 1
}

__holdfast_command() {
  __holdfast_list "$1" ${Object.keys(commands).join(" ")}
}

__holdfast_flag() {
  case $1 in
${flagCases()}
  esac
}

__holdfast_value() {
  case "$1 $2" in
${valueCases()}
  esac
}

__holdfast_word() {
  case "$1 $2" in
${wordCases()}
  esac
}

complete -o default -F _holdfast holdfast`;
}

/** What the cursor is at: a command, a flag, a value, or a word behind the command. */
const entry = `_holdfast() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" waiting="" literal="" word
  local at words=0
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    if [[ -n $waiting ]]; then
      # bash makes three words of --out=x.
      [[ $word == "=" ]] || waiting=""
    elif [[ -n $literal || $word != -?* ]]; then
      if [[ -z $command ]]; then command=$word; else words=$((words + 1)); fi
    elif [[ $word == "--" ]]; then
      literal=yes
    elif __holdfast_takes_value "$word"; then
      waiting=$word
    fi
  done
  if [[ -n $waiting && $current == "=" ]]; then current=""; fi
  compopt +o default 2>/dev/null
  if [[ -n $waiting ]]; then
    __holdfast_value "$command" "$waiting" "$current"
  elif [[ -z $literal && $current == -* ]]; then
    __holdfast_flag "$command" "$current"
  elif [[ -z $command ]]; then
    __holdfast_command "$current"
  else
    __holdfast_word "$command" "$words" "$current"
  fi
}`;

const offering = `# Those of the words that begin with the first.
__holdfast_list() {
  local word
  for word in "\${@:2}"; do
    if [[ $word == "$1"* ]]; then COMPREPLY+=("$word"); fi
  done
}

# The same behind a comma.
__holdfast_some() {
  local before="" word
  if [[ $1 == *,* ]]; then before="\${1%,*},"; fi
  for word in "\${@:2}"; do
    if [[ "$before$word" == "$1"* ]]; then COMPREPLY+=("$before$word"); fi
  done
}

# Paths: -f or -d. Where a word is quoted there is none, and bash itself looks for files.
__holdfast_paths() {
  local path
  compopt -o default -o filenames 2>/dev/null
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$2")
}`;

/** As they are typed: `--out`, `-n`. */
const typed = (name: string, { short }: FlagDefinition): readonly string[] => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
];

function flagsWithValue(): readonly string[] {
  const all = Object.values(commands).flatMap(({ flags }) => Object.entries(flags));
  return [...new Set(all.flatMap(([name, flag]) => (flag.value === undefined ? [] : typed(name, flag))))].toSorted();
}

function flagCases(): string {
  const rows = Object.entries(commands).map(([name, { flags }]) => {
    const names = Object.keys({ ...flags, help: everywhere["help"] }).map((flag) => `--${flag}`);
    return `    ${name}) __holdfast_list "$2" ${names.join(" ")} ;;`;
  });
  const none = Object.keys(everywhere).map((flag) => `--${flag}`);
  return [...rows, `    *) __holdfast_list "$2" ${none.join(" ")} ;;`].join("\n");
}

function valueCases(): string {
  const all = Object.entries(commands).flatMap(([command, { flags }]) =>
    Object.entries(flags).flatMap(([name, flag]) => {
      const offer = offerOf(flag.value);
      return offer === undefined ? [] : typed(name, flag).map((word) => ({ pattern: `"${command} ${word}"`, offer }));
    }),
  );
  return casesOf(all);
}

function offerOf(value: FlagValue | undefined): string | undefined {
  if (value?.oneOf !== undefined) return `__holdfast_list "$3" ${value.oneOf.join(" ")}`;
  if (value?.someOf !== undefined) return `__holdfast_some "$3" ${value.someOf.join(" ")}`;
  return value?.paths === undefined ? undefined : pathsOf(value.paths);
}

const pathsOf = (paths: "files" | "directories"): string => `__holdfast_paths ${paths === "files" ? "-f" : "-d"} "$3"`;

function wordCases(): string {
  const all = Object.entries(commands).flatMap(([command, { words = [] }]) => {
    if (typeof words === "string") return [{ pattern: `"${command} "*`, offer: pathsOf(words) }];
    return words.length === 0 ? [] : [{ pattern: `"${command} 0"`, offer: `__holdfast_list "$3" ${words.join(" ")}` }];
  });
  return casesOf(all);
}

interface Case {
  readonly pattern: string;
  readonly offer: string;
}

/** One for each offer, of all patterns that have it. */
function casesOf(all: readonly Case[]): string {
  return [...Map.groupBy(all, ({ offer }) => offer)]
    .map(([offer, cases]) => `    ${cases.map(({ pattern }) => pattern).join(" | ")}) ${offer} ;;`)
    .join("\n");
}
