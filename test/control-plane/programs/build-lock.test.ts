import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { withBuildLock } from "./build-lock.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";

describe("build lock", () => {
  let directory: string;
  beforeEach(() => {
    directory = openDirectory();
  });
  afterEach(() => removeDirectory(directory));

  test("lets one work at a time and tells the others that they wait", async () => {
    const steps: string[] = [];
    const [begun, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = withBuildLock(directory, async () => {
      steps.push("first begins");
      begun.resolve();
      await waited.promise;
      steps.push("first ends");
    });
    await begun.promise;
    await withBuildLock(
      directory,
      async () => void steps.push("second works"),
      () => {
        steps.push("second waits");
        waited.resolve();
      },
    );
    await first;
    expect(steps).toStrictEqual(["first begins", "second waits", "first ends", "second works"]);
  });

  test("is released when the work fails", async () => {
    const failing = withBuildLock(directory, () => Promise.reject(new Error("compiler says no")));
    await expect(failing).rejects.toThrow("compiler says no");
    expect(await withBuildLock(directory, async () => "next")).toBe("next");
    expect(existsSync(join(directory, "build.lock"))).toBe(false);
  });

  test("is taken over from a holder that no longer touches it", async () => {
    const lock = join(directory, "build.lock");
    const aMinuteAgo = new Date(Date.now() - 60_000);
    writeFileSync(lock, "4711\n");
    utimesSync(lock, aMinuteAgo, aMinuteAgo);
    expect(await withBuildLock(directory, async () => "taken over")).toBe("taken over");
  });
});
