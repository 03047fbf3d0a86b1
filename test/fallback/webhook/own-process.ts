import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { heapMiB } from "../../../compiler/install/manifests/pod.ts";
import { nextMessage } from "./next-message.ts";

export interface OwnProcess {
  readonly port: number;
  readonly healthPort: number;
  readonly authority: { readonly certificate: string };
  peakRssBytes(): Promise<number>;
  metricsText(): Promise<string>;
  /** False once it has ended. */
  isUp(): boolean;
  stop(): void;
}

/**
 * A server that is alone in its process, whose heap is that of its Pod: with more, V8 lets garbage lie for longer.
 * `slowdown`: how many times as long its clients have, where a busy machine is not to make them late.
 */
export async function serveAlone({ slowdown = 1 } = {}): Promise<OwnProcess> {
  const child = fork(fileURLToPath(new URL("served-process.ts", import.meta.url)), [String(slowdown)], {
    execArgv: [...process.execArgv, `--max-old-space-size=${heapMiB}`],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const started = await nextMessage<{ port: number; healthPort: number; certificate: string }>(child);
  const asked = <T>(query: string): Promise<T> => {
    child.send(query);
    return nextMessage<T>(child);
  };
  return {
    port: started.port,
    healthPort: started.healthPort,
    authority: { certificate: started.certificate },
    peakRssBytes: async () => (await asked<{ peakRssBytes: number }>("peak")).peakRssBytes,
    metricsText: async () => (await asked<{ text: string }>("metrics")).text,
    isUp: () => child.exitCode === null && child.signalCode === null,
    stop: () => void child.kill("SIGKILL"),
  };
}
