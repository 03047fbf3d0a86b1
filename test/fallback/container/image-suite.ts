import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { readEnvironment } from "../../control-plane/environment.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";

/** Undefined where an image can be built and started here. */
function obstacle(): string | undefined {
  if (process.platform !== "linux") return `the image is for Linux, and this is ${process.platform}`;
  if (process.getuid?.() !== 0) return "only root may change the root directory of a process";
  const missing = ["apt-get", "dpkg-deb"].find((program) => spawnSync(program, ["--version"]).error !== undefined);
  return missing === undefined ? undefined : `there is no ${missing}, with which the image's libraries are fetched`;
}

/**
 * For suites that start what the image holds. Where that cannot be, they are skipped, and the title says why; in CI
 * they fail.
 */
export function describeImage(name: string, define: (server: () => ControlPlane) => void): void {
  const reason = obstacle();
  if (reason === undefined) return describeWithServer(name, { controllerManager: true }, define);
  if (!readEnvironment().continuousIntegration)
    return void describe.skip(`${name}: ${reason}`, () => define(() => never(reason)));
  describe(name, () => test("can be built and started here", () => expect(reason).toBeUndefined()));
}

function never(reason: string): never {
  throw new Error(reason);
}
