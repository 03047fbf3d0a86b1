import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { HealthData, Query, ToMain, ToWorker } from "./health-worker.ts";
import type { Readiness } from "./readiness.ts";

/**
 * Health is answered by a thread of its own. Whoever sends reviews keeps the thread busy that answers
 * them, and a kubelet that hears nothing for some seconds would restart the process, or take it from the
 * Service, at the worst of times.
 */
export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

interface HealthThreadOptions {
  readonly readiness: () => Readiness;
  readonly metrics: { text(): Promise<string>; readonly contentType: string };
  readonly address: { readonly host: string; readonly port: number };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
const toWorker = (worker: Worker, message: ToWorker): void => worker.postMessage(message);

/** A file beside this one: of its sources, of what is published, and of the image (.ci/image/process-files.ts). */
const workerFile = new URL(`health-worker${extname(import.meta.url)}`, import.meta.url);

/** Nothing of it needs more: without limits V8 would let garbage lie. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/** Starts to answer `/healthz`, `/readyz` and `/metrics`. Rejects where the port cannot be had. */
export async function startHealthThread({ readiness, metrics, address }: HealthThreadOptions): Promise<HealthServer> {
  const data: HealthData = { holdfastHealth: { ...address, contentType: metrics.contentType } };
  const worker = new Worker(workerFile, { workerData: data, resourceLimits });
  const answerTo = async (query: Query): Promise<ToWorker["answer"]> => {
    if (query === "turn") return "";
    return query === "readiness" ? readiness() : metrics.text();
  };
  const port = await new Promise<number>((resolve, reject) => {
    worker.on("error", reject);
    worker.on("message", (message: ToMain) => {
      if ("port" in message) return resolve(message.port);
      if ("failed" in message) return reject(Object.assign(new Error(message.failed), message.details));
      const { id, query } = message;
      void answerTo(query)
        // Nobody but the log of the process may see what it was.
        .catch(() => undefined)
        .then((answer) => toWorker(worker, { id, answer }));
    });
  });
  worker.removeAllListeners("error");
  return { port, close: async () => void (await worker.terminate()) };
}
