import { HelpfulError } from "../../api/helpful-error.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";

const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

/** `holdfast completion bash` */
export interface CompletionCommand {
  readonly kind: "completion";
  readonly shell: Shell;
}

export const completion: CommandDefinition<CompletionCommand> = {
  summary: "print a completion script for your shell",
  does: `Prints a script that a shell reads when it starts: with it, the shell completes commands, flags, their values
    and paths. The script sends no requests, and never evaluates what you type. It is for \`holdfast\` on the PATH, not
    for \`npx holdfast\` or \`kubectl holdfast\`.`,
  usage: ["bash|zsh|fish"],
  words: shells,
  flags: {},
  examples: [
    { line: "source <(holdfast completion bash)", does: "in this shell; for all of them, in ~/.bashrc" },
    { line: "source <(holdfast completion zsh)", does: "in ~/.zshrc, below compinit" },
    { line: "holdfast completion fish > ~/.config/fish/completions/holdfast.fish", does: "for all shells from now on" },
  ],
  page: "docs/reference/commands.md",
  parse: parseCompletion,
};

function parseCompletion(words: readonly string[]): CompletionCommand {
  const shell = shells.find((one) => one === words[0]);
  if (shell !== undefined && words.length === 1) return { kind: "completion", shell };
  throw new HelpfulError(
    "`holdfast completion` needs the name of a shell",
    `write one of ${shells.join(", ")}: source <(holdfast completion bash)`,
  );
}
