import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeCommand } from "../../../compiler/install/manifests/pod.ts";
import { root } from "../../house/source-files.ts";

/** The webhook as a process of its own, as its container starts it. */
export interface StartedProcess {
  readonly pid: number;
  readonly port: number;
  readonly healthPort: number;
  /** Lines of its log so far. */
  readonly log: readonly Record<string, unknown>[];
  /** Whether it says that it is ready. */
  isReady(): Promise<boolean>;
  /** With a signal; resolves with the exit code when it is gone. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
  pause(): void;
  resume(): void;
}

/** So long a kubelet waits for the answer of a probe. */
const probeMs = 1_000;

/** Both processes from their sources; their container starts the same as one file each (`test/fallback/container/`). */
const main = join(root, "runtime-fallback/main.ts");
/** Node strips the types of the same files for each of hundreds of processes: with this once. */
const environment = { NODE_COMPILE_CACHE: join(tmpdir(), "holdfast-compile-cache"), ...process.env };

/** Resolves when it answers; rejects with what it said where it ends before. */
export async function startProcess(
  entry: "webhook" | "controller",
  flags: readonly string[],
  program: string = main,
): Promise<StartedProcess> {
  const [, ...options] = nodeCommand;
  return started(entry, process.execPath, { words: [...options, program, entry, ...flags], environment });
}

interface Spawned {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** The same of any command that becomes one of the processes. */
export async function started(entry: string, command: string, { words, environment: env }: Spawned): Promise<StartedProcess> {
  const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  // For a runner that ends before the test does.
  const onRunnerExit = (): void => void child.kill("SIGKILL");
  process.once("exit", onRunnerExit);
  child.once("exit", () => process.off("exit", onRunnerExit));
  const log: Record<string, unknown>[] = [];
  const said: string[] = [];
  createInterface(child.stdout).on("line", (line) => log.push(JSON.parse(line) as Record<string, unknown>));
  createInterface(child.stderr).on("line", (line) => said.push(line));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const listening = await Promise.race([
    until(() => log.find(({ healthPort }) => healthPort !== undefined)),
    ended.then((code) => code ?? -1),
  ]);
  if (typeof listening === "number") throw new Error(`${entry} ended with ${listening}: ${said.join("; ")}`);
  const { port, healthPort } = listening as { readonly port: number; readonly healthPort: number };
  return {
    pid: child.pid ?? -1,
    port,
    healthPort,
    log,
    isReady: async () => {
      const asked = fetch(`http://127.0.0.1:${healthPort}/readyz`, { signal: AbortSignal.timeout(probeMs) });
      return (await asked.catch(() => undefined))?.status === 200;
    },
    end: async (signal) => {
      child.kill(signal);
      return ended;
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
  };
}

async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
