import { rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const heartbeatMs = 2_000;
const staleAfterMs = 20_000;
const retryMs = 200;

/**
 * Runs the work while no other process does the same in this directory.
 *
 * The holder touches the lock file again and again; one that is no longer touched belongs to a
 * process that died. Ids would not tell: they are reused, and a cache may be shared by containers.
 * Two processes that take over a stale lock in the same instant would both build. That only wastes
 * time, since binaries appear by rename: correctness does not hang on this lock.
 */
export async function withBuildLock<T>(directory: string, work: () => Promise<T>, onWait: () => void = () => {}): Promise<T> {
  const lock = join(directory, "build.lock");
  await acquire(lock, onWait);
  const heartbeat = setInterval(() => void touch(lock), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(lock, { force: true });
  }
}

async function acquire(lock: string, onWait: () => void): Promise<void> {
  for (let attempt = 0; !(await tryCreate(lock)); attempt++) {
    if (await isStale(lock)) {
      await rm(lock, { force: true });
      continue;
    }
    if (attempt === 0) onWait();
    await sleep(retryMs);
  }
}

async function tryCreate(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function isStale(lock: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(lock)).mtimeMs > staleAfterMs;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

async function touch(lock: string): Promise<void> {
  const now = new Date();
  // A lock that somebody took over is theirs to touch; there is nobody to tell about the failure.
  await utimes(lock, now, now).catch(() => {});
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
