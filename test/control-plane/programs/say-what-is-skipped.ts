import { findObstacle } from "../../../.ci/needed-programs.ts";

/** Once for a run of vitest: one line, and not one for each suite. `.ci/test.ts` says it in its summary instead. */
export function setup(): void {
  const obstacle = findObstacle({ needs: "control plane and oracle" });
  if (obstacle === undefined || process.env["HOLDFAST_RESULTS"] !== undefined) return;
  console.error(`\nSKIPPED: every suite that needs a server. ${obstacle}\n`);
}
