import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";

import { startToken } from "./programs/process-identity.ts";

/** The runner's id stands in the name, so that a directory says whose it is from the start. */
const prefix = "holdfast-control-plane-";
const namePattern = new RegExp(`^${prefix}(\\d+)-`);
const runnerFile = "runner";
const pidFileSuffix = ".pid";

export type RecordedProcess = { readonly pid: number; readonly binary: string };

/** Holds data, credentials, logs and process ids of one control plane; readable by us alone. */
export function createRunDirectory(): string {
  const runDirectory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  writeFileSync(join(runDirectory, runnerFile), runnerRecord(process.pid));
  return runDirectory;
}

/** To be called in the same tick as the process starts, lest a killed runner leave it unknown. */
export function recordProcess(runDirectory: string, name: string, record: RecordedProcess): void {
  const file = join(runDirectory, `${name}${pidFileSuffix}`);
  writeFileSync(file, `${record.pid}\n${record.binary}\n`);
}

export function readRecordedProcesses(runDirectory: string): readonly RecordedProcess[] {
  const files = readdirSync(runDirectory).filter((name) => name.endsWith(pidFileSuffix));
  return files.flatMap((file) => {
    const [pid, binary] = readFileSync(join(runDirectory, file), "utf8").split("\n");
    return pid && binary ? [{ pid: Number(pid), binary }] : [];
  });
}

/** Run directories of ours whose runner is dead. */
export function findStaleRunDirectories(): readonly string[] {
  return readdirSync(tmpdir())
    .filter((name) => namePattern.test(name))
    .map((name) => join(tmpdir(), name))
    .filter((directory) => isOurs(directory) && !isRunnerAlive(directory));
}

/** Anybody may create a directory of that name in a shared place for temporary files. */
function isOurs(directory: string): boolean {
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid;
  return owner !== undefined && owner === process.getuid?.();
}

function isRunnerAlive(directory: string): boolean {
  const pid = Number(namePattern.exec(basename(directory))?.[1]);
  const token = startToken(pid);
  const record = readRunnerRecord(directory);
  // Not written yet: the id alone has to tell.
  if (record === undefined) return token !== undefined;
  const [host] = record.split("\n");
  // A directory shared with another machine or container: its ids mean nothing here.
  return host !== hostname() || record === runnerRecord(pid);
}

function readRunnerRecord(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, runnerFile), "utf8");
  } catch {
    return undefined;
  }
}

function runnerRecord(pid: number): string {
  return `${hostname()}\n${startToken(pid) ?? "dead"}\n`;
}
