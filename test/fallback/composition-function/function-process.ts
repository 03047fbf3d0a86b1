import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { nodeCommand } from "../../../compiler/install/manifests/pod.ts";
import { root } from "../../house/source-files.ts";

export interface FunctionProcess {
  readonly port: number;
  readonly log: readonly Record<string, unknown>[];
  /** By the signal that asks a Pod to end; its exit code. */
  end(): Promise<number | null>;
}

/** As its container starts it, on a port that is free; rejects with what it said where it ends before it answers. */
export async function startFunction(flags: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<FunctionProcess> {
  const program = join(root, "runtime-fallback/start-keep-namespace.ts");
  const words = [...nodeCommand.slice(1), program, "--address=127.0.0.1:0", ...flags];
  const child = spawn(process.execPath, words, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const onRunnerExit = (): void => void child.kill("SIGKILL");
  process.once("exit", onRunnerExit);
  const log: Record<string, unknown>[] = [];
  const said: string[] = [];
  createInterface(child.stderr).on("line", (line) => said.push(line));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const fields = JSON.parse(line) as Record<string, unknown>;
      log.push(fields);
      if (typeof fields["port"] === "number") resolve(fields["port"]);
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${said.join("; ")}`)));
  });
  return {
    port,
    log,
    end: async () => {
      process.off("exit", onRunnerExit);
      child.kill("SIGTERM");
      return ended;
    },
  };
}
