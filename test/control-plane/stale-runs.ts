import { existsSync, rmSync } from "node:fs";

import { commandLine } from "./programs/process-identity.ts";
import { findStaleRunDirectories, readRecordedProcesses, type RecordedProcess } from "./run-directory.ts";
import { waitUntil } from "./wait-until.ts";

/** Ends and removes what a runner left behind that had no chance to stop its control planes. */
export async function sweepStaleRuns(): Promise<void> {
  for (const runDirectory of findStaleRunDirectories()) {
    try {
      await sweep(runDirectory);
    } catch (error) {
      // Gone under our hands: another start was sweeping at the same time.
      if (existsSync(runDirectory)) throw error;
    }
  }
}

async function sweep(runDirectory: string): Promise<void> {
  const isLeftOver = (record: RecordedProcess) => isStillServing(record, runDirectory);
  const leftOver = readRecordedProcesses(runDirectory).filter(isLeftOver);
  for (const { pid } of leftOver) kill(pid);
  await waitUntil(`the processes of ${runDirectory} are gone`, async () => !leftOver.some(isLeftOver));
  rmSync(runDirectory, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * A recorded id is no proof, since ids are reused. A process of ours runs the recorded binary and
 * names its run directory among its flags, which no other process does.
 */
function isStillServing({ pid, binary }: RecordedProcess, runDirectory: string): boolean {
  const line = commandLine(pid);
  return line !== undefined && line.startsWith(`${binary} `) && line.includes(runDirectory);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself, or by another sweep; the wait that follows finds out.
  }
}
