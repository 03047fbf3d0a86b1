import type { AddressInfo } from "node:net";
import { type MessagePort, Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { createHealthServer } from "./health-server.ts";
import { type Readiness, readinessOf } from "./readiness.ts";

/**
 * Health is answered by a thread of its own. Whoever sends reviews keeps the thread busy that answers
 * them, and a kubelet that hears nothing for some seconds would restart the process, or take it from the
 * Service, at the worst of times.
 *
 * The module is both sides: the worker starts it again. So it does wherever it is bundled with others, whose entry must
 * then do nothing outside of the main thread.
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

/** What the worker is started with; a name that no other worker's data has. */
interface HealthData {
  readonly holdfastHealth: { readonly host: string; readonly port: number; readonly contentType: string };
}

/**
 * What is wrong with a port, or an address, as the operating system says it. Errors lose
 * these on their way between threads.
 */
interface ListenError {
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly port: number | undefined;
}

type Query = "turn" | "readiness" | "metrics";
type ToMain =
  | { readonly port: number }
  | { readonly failed: string; readonly details: ListenError }
  | { readonly id: number; readonly query: Query };

interface ToWorker {
  readonly id: number;
  /** Undefined: it could not be made. */
  readonly answer: Readiness | string | undefined;
}

// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
const toWorker = (worker: Worker, message: ToWorker): void => worker.postMessage(message);
const toMain = (main: MessagePort, message: ToMain): void => main.postMessage(message);
// oxlint-enable unicorn/require-post-message-target-origin

/** There was no answer in time. */
const late = Symbol("late");

/** Without a turn for so long the thread is stuck: a rule that never ends, and not a busy minute. */
const maxStallMs = 30_000;
/** What was said of readiness holds for so long; a kubelet's probe waits for 1 s. */
const lastReadinessMs = 10_000;
const turnMs = 1_000;
const readinessMs = 500;
const metricsMs = 5_000;

/** Starts to answer `/healthz`, `/readyz` and `/metrics`. Rejects where the port cannot be had. */
export async function startHealthThread({ readiness, metrics, address }: HealthThreadOptions): Promise<HealthServer> {
  const data: HealthData = { holdfastHealth: { ...address, contentType: metrics.contentType } };
  // Nothing of it needs more: without a limit V8 would let garbage lie.
  const worker = new Worker(new URL(import.meta.url), { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 32 } });
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

/** In the worker. */
function serveHealth({ holdfastHealth: { host, port, contentType } }: HealthData, main: MessagePort): void {
  const waiting = new Map<number, (answer: ToWorker["answer"]) => void>();
  let lastTurn = performance.now();
  let ids = 0;
  main.on("message", ({ id, answer }: ToWorker) => {
    lastTurn = performance.now();
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const ask = (query: Query, withinMs: number): Promise<ToWorker["answer"] | typeof late> =>
    new Promise((resolve) => {
      ids += 1;
      const id = ids;
      const timer = setTimeout(() => {
        waiting.delete(id);
        resolve(late);
      }, withinMs);
      waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      toMain(main, { id, query });
    });
  // One at a time: a thread that is stuck is not left with thousands of queries.
  const keepAsking = (): void => void ask("turn", maxStallMs).then(() => setTimeout(keepAsking, turnMs));
  keepAsking();
  const server = createHealthServer({ ...answers(ask, () => performance.now() - lastTurn), metrics: { contentType, text } });
  async function text(): Promise<string> {
    const answer = await ask("metrics", metricsMs);
    if (typeof answer !== "string") throw new Error("there are no metrics in time");
    return answer;
  }
  server.once("error", (error: NodeJS.ErrnoException & { port?: number }) =>
    toMain(main, { failed: error.message, details: { code: error.code, syscall: error.syscall, port: error.port } }),
  );
  server.listen({ host, port }, () => toMain(main, { port: (server.address() as AddressInfo).port }));
}

type Ask = (query: Query, withinMs: number) => Promise<ToWorker["answer"] | typeof late>;

function answers(ask: Ask, silentMs: () => number) {
  let last: Readiness | undefined;
  const readiness = async (): Promise<Readiness> => {
    const answer = await ask("readiness", readinessMs);
    if (answer === undefined) throw new Error("readiness could not be told");
    if (typeof answer === "object") last = answer;
    if (last !== undefined && silentMs() < lastReadinessMs) return last;
    return readinessOf([`the thread that answers reviews has had no turn for ${Math.round(silentMs() / 1000)} s`]);
  };
  const stalled = (): string | undefined =>
    silentMs() < maxStallMs
      ? undefined
      : `no turn for ${Math.round(silentMs() / 1000)} s: a rule that does not end, or a stopped process`;
  return { readiness, stalled };
}

function isHealthData(data: unknown): data is HealthData {
  return typeof data === "object" && data !== null && "holdfastHealth" in data;
}

if (!isMainThread && parentPort !== null && isHealthData(workerData)) serveHealth(workerData, parentPort);
