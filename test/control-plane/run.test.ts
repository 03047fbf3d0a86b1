import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { commandLine } from "./programs/process-identity.ts";
import { openRun } from "./run.ts";
import { recordProcess } from "./run-directory.ts";
import { sweepStaleRuns } from "./stale-runs.ts";

const forever = "setInterval(() => {}, 1000)";

describe("run", () => {
  test("that fails to start says why, in the words of the process that ended", async () => {
    const run = openRun();
    run.start(process.execPath, ["--eval", "console.error('no such flag'); process.exit(1)"]);
    const waiting = run.waitUntil("it is ready", async () => false);
    await expect(waiting).rejects.toThrow(/node ended before it is ready\n--- log of node\nno such flag/);
    await run.stop();
    expect(existsSync(run.directory)).toBe(false);
  });

  test("cannot start what is not there", async () => {
    const run = openRun();
    expect(() => run.start("/nowhere/etcd", [])).toThrow("cannot start /nowhere/etcd");
    await run.stop();
  });
});

describe("sweep of stale runs", () => {
  const bystanders: ChildProcess[] = [];
  // A place of our own, or another suite that happens to start now sweeps before we look.
  beforeEach(() => void vi.stubEnv("TMPDIR", mkdtempSync(join(tmpdir(), "holdfast-sweep-"))));
  afterEach(() => {
    for (const each of bystanders) each.kill("SIGKILL");
    rmSync(tmpdir(), { recursive: true });
    vi.unstubAllEnvs();
  });

  const startBystander = (...words: readonly string[]): number => {
    const bystander = spawn(process.execPath, ["--eval", forever, ...words], { stdio: "ignore" });
    bystanders.push(bystander);
    return bystander.pid ?? expect.unreachable("node does not start");
  };

  const makeStaleRunDirectory = async (): Promise<string> => {
    const runner = spawn(process.execPath, ["--eval", ""]);
    await once(runner, "exit");
    return mkdtempSync(join(tmpdir(), `holdfast-control-plane-${runner.pid}-`));
  };

  test("ends no process that got the id of one of ours", async () => {
    const runDirectory = await makeStaleRunDirectory();
    const sameBinary = startBystander("another run");
    const sameDirectory = startBystander(runDirectory);
    recordProcess(runDirectory, "etcd", { pid: sameBinary, binary: process.execPath });
    recordProcess(runDirectory, "kube-apiserver", { pid: sameDirectory, binary: "/other/binary" });
    await sweepStaleRuns();
    expect(existsSync(runDirectory)).toBe(false);
    expect(commandLine(sameBinary)).toContain("another run");
    expect(commandLine(sameDirectory)).toContain(runDirectory);
  });

  test("leaves the run of a living runner alone", async () => {
    const run = openRun();
    run.start(process.execPath, ["--eval", forever, run.directory]);
    await sweepStaleRuns();
    expect(existsSync(run.directory)).toBe(true);
    await run.stop();
  });

  test("may be made by several at once", async () => {
    const runDirectory = await makeStaleRunDirectory();
    const leftOver = startBystander(runDirectory);
    recordProcess(runDirectory, "etcd", { pid: leftOver, binary: process.execPath });
    await Promise.all([sweepStaleRuns(), sweepStaleRuns(), sweepStaleRuns()]);
    expect(commandLine(leftOver)).toBeUndefined();
    expect(existsSync(runDirectory)).toBe(false);
  });
});
