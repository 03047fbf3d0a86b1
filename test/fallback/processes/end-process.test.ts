import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished, expect, test } from "vitest";
import { nodeCommand } from "../../../compiler/install/manifests/pod.ts";

/** Sends these signals as soon as the process says that it answers. */
async function ended(after: string, signals: readonly NodeJS.Signals[]) {
  const words = [...nodeCommand.slice(1), join(import.meta.dirname, "starting-process.ts"), after];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output: string[] = [];
  const errors: string[] = [];
  const lines = createInterface(child.stdout).on("line", (line) => output.push(line));
  createInterface(child.stderr).on("line", (line) => errors.push(line));
  const end = once(child, "close");
  await once(lines, "line");
  for (const signal of signals) {
    child.kill(signal);
    // Signals that come together are one to whoever handles them.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [code, signal] = (await end) as [number | null, NodeJS.Signals | null];
  return { code, signal, output, errors };
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "a %s that comes with the first answer drains what has just started",
  async (signal) => {
    expect(await ended("300", [signal])).toEqual({
      code: 0,
      signal: null,
      output: ["it answers", "it has drained"],
      errors: [],
    });
  },
);

test("a start that hangs ends by the signal, and says so", async () => {
  expect(await ended("never", ["SIGTERM"])).toEqual({
    code: 1,
    signal: null,
    output: ["it answers"],
    errors: [JSON.stringify({ level: "error", msg: "asked to end, and not started after 2 s" })],
  });
});

test("a second signal ends it at once", async () => {
  expect(await ended("never", ["SIGTERM", "SIGTERM"])).toEqual({ code: 1, signal: null, output: ["it answers"], errors: [] });
});
