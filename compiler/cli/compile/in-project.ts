import { resolve } from "node:path";
import { pathFrom } from "../../project/project.ts";
import type { Terminal } from "../output/terminal.ts";
import type { CompileCommand } from "./compile-command.ts";

/**
 * The command as if it had been given where `holdfast.config.json` is: so what comes out depends on no working
 * directory.
 */
export function inProject(command: CompileCommand, terminal: Terminal): Asked {
  if (command.project === undefined) return { command, terminal };
  const { directory } = command.project;
  const inside = (path: string): string => pathFrom(directory, resolve(terminal.workingDirectory, path));
  return {
    command: {
      ...command,
      paths: command.paths.map(inside),
      out: command.out === undefined ? undefined : inside(command.out),
      formatFiles: command.formatFiles.map(({ format, path }) => ({ format, path: resolve(terminal.workingDirectory, path) })),
      chart: command.chart === undefined ? undefined : inside(command.chart),
      static: command.static && { ...command.static, directory: inside(command.static.directory) },
    },
    terminal: { ...terminal, workingDirectory: directory },
  };
}

interface Asked {
  readonly command: CompileCommand;
  readonly terminal: Terminal;
}
