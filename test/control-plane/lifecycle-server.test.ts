import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { startControlPlane } from "./control-plane.ts";
import { commandLine } from "./programs/process-identity.ts";
import { readRecordedProcesses } from "./run-directory.ts";
import { describeWithOwnServer } from "./server-suite.ts";
import { waitUntil } from "./wait-until.ts";

type Remains = { readonly runDirectory: string; readonly pids: readonly number[] };

function recordedPids(runDirectory: string): readonly number[] {
  return readRecordedProcesses(runDirectory).map(({ pid }) => pid);
}

function isGone(pid: number): boolean {
  return commandLine(pid) === undefined;
}

/** Starts a control plane in a process of its own, which then ends without stopping it. */
async function startInOtherRunner(end: (runner: ChildProcess) => void): Promise<Remains> {
  const module = pathToFileURL(join(import.meta.dirname, "control-plane.ts")).href;
  const program = `
    const { startControlPlane } = await import(${JSON.stringify(module)});
    console.log((await startControlPlane()).runDirectory);
    process.stdin.once("data", () => process.exit());`;
  const runner = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(runner.stdout, "data")) as [Buffer];
  const runDirectory = line.toString().trim();
  const pids = recordedPids(runDirectory);
  expect(pids.some(isGone)).toBe(false);
  const ended = once(runner, "exit");
  end(runner);
  await ended;
  return { runDirectory, pids };
}

describeWithOwnServer("several control planes", {}, (server) => {
  test("live beside each other and know nothing of each other", async () => {
    const namespaces = "/api/v1/namespaces";
    const here = { apiVersion: "v1", kind: "Namespace", metadata: { name: "here" } };
    const other = await startControlPlane();
    try {
      await server().request({ method: "POST", path: namespaces, body: here });
      const there = await other.request({ method: "GET", path: `${namespaces}/here` });
      expect(there.status).toBe(404);
    } finally {
      await other.stop();
    }
    expect((await server().request({ method: "GET", path: "/readyz" })).status).toBe(200);
  });

  test("leave nothing behind when stopped", async () => {
    const { runDirectory, stop } = await startControlPlane();
    const pids = recordedPids(runDirectory);
    expect(pids).toHaveLength(2);
    expect(pids.some(isGone)).toBe(false);
    await stop();
    await stop();
    expect(pids.every(isGone)).toBe(true);
    expect(existsSync(runDirectory)).toBe(false);
  });

  test("end with a runner that does not stop them", async () => {
    const { runDirectory, pids } = await startInOtherRunner((runner) => runner.stdin?.write("exit\n"));
    await waitUntil("they are gone", async () => pids.every(isGone));
    expect(existsSync(runDirectory)).toBe(false);
  });

  describe("whose runner was killed", () => {
    // A place of their own, or another suite that happens to start now sweeps before we look.
    beforeEach(() => void vi.stubEnv("TMPDIR", mkdtempSync(join(tmpdir(), "holdfast-killed-"))));
    afterEach(() => {
      rmSync(tmpdir(), { recursive: true });
      vi.unstubAllEnvs();
    });

    test("are swept by the next start", async () => {
      const { runDirectory, pids } = await startInOtherRunner((runner) => runner.kill("SIGKILL"));
      expect(pids.some(isGone)).toBe(false);
      const next = await startControlPlane();
      await next.stop();
      expect(pids.every(isGone)).toBe(true);
      expect(existsSync(runDirectory)).toBe(false);
      expect((await server().request({ method: "GET", path: "/readyz" })).status).toBe(200);
    });
  });
});
