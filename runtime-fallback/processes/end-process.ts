import { isMainThread } from "node:worker_threads";

/**
 * Until a signal asks it to end; whatever keeps it from starting is one line, and exit code 1. Bundled, an entry is also what the thread of
 * health starts (webhook/health-thread.ts), which is not to be a second process.
 */
export async function runProcess(start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
  if (!isMainThread) return;
  try {
    const running = await start();
    endProcess(() => running.stop());
  } catch (error) {
    reportAndExit(error);
  }
}

/** Drains once, on the signals that ask a process to end; a second one ends it at once. What nobody caught ends it, too. */
export function endProcess(stop: () => Promise<void>): void {
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
  const message = error instanceof Error ? error.message : String(error);
  const help = error instanceof Error && "help" in error ? String(error.help) : undefined;
  console.error(JSON.stringify({ level: "error", msg: message, ...(help !== undefined && { help }) }));
  process.exit(1);
}
