import { bashScript } from "./bash.ts";
import type { Shell } from "./completion-command.ts";
import { fishScript } from "./fish.ts";
import { zshScript } from "./zsh.ts";

const scripts: Readonly<Record<Shell, () => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** What the shell reads; of the table of commands alone. */
export function completionScript(shell: Shell): string {
  return scripts[shell]();
}
