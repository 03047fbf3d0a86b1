import type { AddressInfo } from "node:net";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { createHealthServer } from "./health-server.ts";
import { type Readiness, readinessOf } from "./readiness.ts";

/*
 * The thread that answers for health (health-thread.ts). In the image it is a file of its own: all that the webhook
 * consists of, loaded a second time, took 20 MiB.
 */

/** What the worker is started with; a name that no other worker's data has. */
export interface HealthData {
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

export type Query = "turn" | "readiness" | "metrics";
export type ToMain =
  | { readonly port: number }
  | { readonly failed: string; readonly details: ListenError }
  | { readonly id: number; readonly query: Query };

export interface ToWorker {
  readonly id: number;
  /** Undefined: it could not be made. */
  readonly answer: Readiness | string | undefined;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
const toMain = (main: MessagePort, message: ToMain): void => main.postMessage(message);

/** There was no answer in time. */
const late = Symbol("late");

/** Without a turn for so long the thread is stuck: a rule that never ends, and not a busy minute. */
const maxStallMs = 30_000;
/** What was said of readiness holds for so long; a kubelet's probe waits for 1 s. */
const lastReadinessMs = 10_000;
const turnMs = 1_000;
const readinessMs = 500;
const metricsMs = 5_000;

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

if (parentPort !== null) serveHealth(workerData as HealthData, parentPort);
