import { bashScript } from "./bash.ts";
import type { Shell } from "./completion-command.ts";
import { fishScript } from "./fish.ts";
import { zshScript } from "./zsh.ts";

const scripts: Readonly<Record<Shell, () => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** What the shell reads; of the table of commands alone. */
export function completionScript(shell: Shell): string {
  return scripts[shell]();
}

/** Text in single quotes, of which bash and zsh evaluate nothing. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text of the table in one line without backticks, which no shell shows as code. */
export function plain(text: string): string {
  return text.replaceAll("`", "").replaceAll(/\s+/g, " ");
}
