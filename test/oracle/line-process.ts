import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A program that reads lines and answers each with one line, in the same order. */
export type LineProcess = {
  readonly pid: number;
  /** Rejects when the program ends before it has answered; the error holds the end of what it wrote to stderr. */
  ask(line: string): Promise<string>;
  /** Returns when the program has ended: by itself at the end of its input, or killed when it does not. */
  stop(): Promise<void>;
};

type Pending = { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void };

const complaintLength = 4_000;
const patienceMs = 5_000;

export function startLineProcess(binary: string, flags: readonly string[]): LineProcess {
  const child = spawn(binary, flags, { stdio: "pipe", env: {} });
  const { pid } = child;
  const pending: Pending[] = [];
  let ending: Error | undefined;
  const end = (error: Error): void => {
    ending ??= error;
    for (const { reject } of pending.splice(0)) reject(ending);
  };
  const complaints = keepTail(child);
  createInterface({ input: child.stdout }).on("line", (line) => pending.shift()?.resolve(line));
  child.on("error", (error) => end(new Error(`cannot start ${binary}: ${error.message}`)));
  child.on("close", (code, signal) => end(new Error(`${binary} ended (${signal ?? code})${complaints()}`)));
  // Writing to a program that has ended; "close" says why.
  child.stdin.on("error", () => {});

  return {
    pid: pid ?? 0,
    ask: (line) =>
      new Promise((resolve, reject) => {
        if (ending !== undefined) return reject(ending);
        pending.push({ resolve, reject });
        child.stdin.write(`${line}\n`);
      }),
    stop: () => stop(child, () => ending !== undefined),
  };
}

function keepTail(child: ChildProcessWithoutNullStreams): () => string {
  let tail = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-complaintLength);
  });
  return () => (tail === "" ? "" : `: ${tail.trim()}`);
}

async function stop(child: ChildProcessWithoutNullStreams, hasEnded: () => boolean): Promise<void> {
  if (hasEnded()) return;
  const closed = once(child, "close");
  child.stdin.end();
  const killer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await closed;
  clearTimeout(killer);
}
