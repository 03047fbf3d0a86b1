import type { ChildProcess } from "node:child_process";

/** What a process says next; rejects where it ends before, so that nobody waits for one that could not start. */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null, signal: string | null): void => {
      child.off("message", succeed);
      reject(new Error(`the process ended with ${code ?? signal}`));
    };
    const succeed = (message: unknown): void => {
      child.off("exit", fail);
      resolve(message as T);
    };
    child.once("exit", fail).once("message", succeed);
  });
}
