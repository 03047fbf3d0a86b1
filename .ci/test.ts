/**
 * `node .ci/test.ts <command> [arguments of vitest]` runs a command of test-commands.ts: says what it will do and how
 * long that takes, runs every step, also after one that failed, and ends with a summary. Exits 1 if a step failed, 2 if
 * there is no such command.
 */
import { runCommand } from "./run-command.ts";
import { commands } from "./test-commands.ts";

const [name = "", ...vitestArguments] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

if (command === undefined) {
  const known = Object.entries(commands).map(([one, { does }]) => `  ${one.padEnd(14)}${does}`);
  console.error([`There is no command ${JSON.stringify(name)}. There are:`, ...known].join("\n"));
  process.exitCode = 2;
} else {
  process.exitCode = await runCommand(name, command, vitestArguments);
}
