import { errorMessage } from "../../compiler/api/helpful-error.ts";
import { setTimeout as sleep } from "node:timers/promises";

interface Running {
  stop(): Promise<void>;
}

/** A kubelet waits 30 s before it kills. What has not started by then has nothing to drain. */
const startMs = 2_000;

/**
 * Until a signal asks it to end; whatever keeps it from starting is one line, and exit code 1. Signals are handled
 * before it starts, so that one that comes with its first answer drains, too.
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  const started = Promise.withResolvers<Running>();
  endProcess(async () => (await Promise.race([started.promise, neverStarted()])).stop());
  try {
    started.resolve(await start());
  } catch (error) {
    reportAndExit(error);
  }
}

/** A start that hangs, as one that waits for an API server, must not outlive the signal. */
async function neverStarted(): Promise<never> {
  await sleep(startMs);
  throw new Error(`asked to end, and not started after ${startMs / 1000} s`);
}

/**
 * Drains once, on the signals that ask a process to end; a second one ends it at once. What nobody caught ends it, too.
 */
function endProcess(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(() => process.exit(0), reportAndExit);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  // A process that has lost track of itself must not answer: another replica does.
  process.on("uncaughtException", reportAndExit);
  process.on("unhandledRejection", reportAndExit);
}

/** One line on the error stream, and exit code 1. */
export function reportAndExit(error: unknown): never {
  const message = errorMessage(error);
  const help = error instanceof Error && "help" in error ? String(error.help) : undefined;
  console.error(JSON.stringify({ level: "error", msg: message, ...(help !== undefined && { help }) }));
  process.exit(1);
}
