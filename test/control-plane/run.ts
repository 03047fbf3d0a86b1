import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";

import { createRunDirectory } from "./run-directory.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import { waitUntil } from "./wait-until.ts";

/** The processes and files of one control plane, which come and go together. */
export type Run = {
  readonly directory: string;
  /** Under the name of the binary, unless there are several. */
  start(binary: string, flags: readonly string[], name?: string): void;
  /** Ends one process, as a crash does unless told, and returns when it is gone; it may then be started again. */
  kill(name: string, signal?: "SIGKILL" | "SIGTERM"): Promise<void>;
  /** Stops one process where it is, or lets it go on. */
  signal(name: string, signal: "SIGSTOP" | "SIGCONT"): void;
  /** When a process ends or the deadline passes, throws an error with the end of every log. */
  waitUntil(what: string, condition: () => Promise<boolean>): Promise<void>;
  /** Ends all processes and removes all files. Calling it again does nothing. */
  stop(): Promise<void>;
};

const deadlineMs = 120_000;
/** A directory cannot be removed while a process that is just being ended still writes into it. */
const removal = { recursive: true, force: true, maxRetries: 10 } as const;

export function openRun(): Run {
  const directory = createRunDirectory();
  const processes: ServerProcess[] = [];

  // For a runner that ends without stop(). A killed one ends without this, too: see stale-runs.ts.
  const onRunnerExit = () => {
    for (const each of processes) each.kill();
    rmSync(directory, removal);
  };
  process.once("exit", onRunnerExit);

  return {
    directory,
    start: (binary, flags, name) => {
      processes.push(startServerProcess({ binary, flags, runDirectory: directory, ...(name !== undefined && { name }) }));
    },
    kill: async (name, signal) => {
      const killed = named(processes, name);
      processes.splice(processes.indexOf(killed), 1);
      await killed.stop(signal);
    },
    signal: (name, signal) => named(processes, name).signal(signal),
    waitUntil: (what, condition) => waitWhileRunning(processes, what, condition),
    stop: async () => {
      await Promise.all(processes.map((each) => each.stop()));
      await rm(directory, removal);
      process.off("exit", onRunnerExit);
    },
  };
}

function named(processes: readonly ServerProcess[], name: string): ServerProcess {
  const found = processes.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no process ${name}`);
  return found;
}

async function waitWhileRunning(
  processes: readonly ServerProcess[],
  what: string,
  condition: () => Promise<boolean>,
): Promise<void> {
  const conditionWhileRunning = async () => {
    const holds = await condition();
    // Asked afterwards: a stranger on the port that our process did not get may have answered.
    const ended = processes.find((each) => each.hasExited());
    if (ended !== undefined) throw new Error(`${ended.name} ended before ${what}`);
    return holds;
  };
  try {
    await waitUntil(what, conditionWhileRunning, deadlineMs);
  } catch (error) {
    const logs = processes.map((each) => `--- log of ${each.name}\n${each.logTail()}`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error([reason, ...logs].join("\n"), { cause: error });
  }
}
