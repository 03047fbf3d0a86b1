import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { heapMiB } from "../../../compiler/fallback/manifests/pod.ts";

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

/** A server that is alone in its process, whose heap is that of its Pod: with more, V8 lets garbage lie for longer. */
export async function serveAlone(): Promise<OwnProcess> {
  const child = fork(fileURLToPath(new URL("served-process.ts", import.meta.url)), {
    execArgv: [...process.execArgv, `--max-old-space-size=${heapMiB}`],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [started] = (await once(child, "message")) as [{ port: number; healthPort: number; certificate: string }];
  const asked = async <T>(question: string): Promise<T> => {
    child.send(question);
    const [answer] = (await once(child, "message")) as [T];
    return answer;
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
