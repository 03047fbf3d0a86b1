import { writeSync } from "node:fs";

import type { TestProject } from "vitest/node";

import { ControlPlanePool } from "./pool.ts";
import { listenForLeases } from "./pool-socket.ts";
import { startPooledControlPlane } from "./pooled-control-plane.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where workers lease control planes: the path of a socket. */
    readonly controlPlanePool: string;
  }
}

/** One pool for a run of the tests. Nothing is started before a suite asks. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const pool = new ControlPlanePool({ size: project.config.maxWorkers, start: startPooledControlPlane });
  const socket = await listenForLeases(pool);
  project.provide("controlPlanePool", socket.path);
  return async () => {
    await socket.close();
    await pool.stop();
    report(pool);
  };
}

function report({ durations, discarded }: ControlPlanePool): void {
  if (durations.start.length === 0) return;
  const figures = Object.entries(durations).map(([what, each]) => `${what} ${each.length} x ${median(each)} s`);
  writeSync(2, `control planes: ${figures.join(", ")}\n`);
  for (const reason of discarded) writeSync(2, `control planes: one was stopped early: ${reason}\n`);
}

function median(each: readonly number[]): string {
  const middle = each.toSorted((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0;
  return (middle / 1000).toFixed(2);
}
