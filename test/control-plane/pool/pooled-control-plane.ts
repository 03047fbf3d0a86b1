import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";

import { type ControlPlaneAddress, startControlPlane } from "../control-plane.ts";
import { takeBaseline } from "./baseline.ts";
import { provePreviousAdmissionGone } from "./canaries.ts";
import { openEtcdKeys } from "./etcd-keys.ts";
import { takeInventory, waitForInventory } from "./inventory.ts";
import { storeSentinels } from "./sentinels.ts";

/** A control plane that serves one suite after the other. */
export type PooledControlPlane = {
  /** Returns when it can be used; the controller manager runs for those suites only that ask for it. */
  prepare(wanted: { readonly controllerManager: boolean }): Promise<ControlPlaneAddress>;
  /** Undoes what the suite did. Throws when something of it is left: then this control plane is not to be used again. */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPooledControlPlane(): Promise<PooledControlPlane> {
  const server = await startControlPlane();
  await storeSentinels(server);
  const baseline = await takeBaseline(openEtcdKeys(server.etcdUrl));
  const inventory = await takeInventory(server);
  let generation = 0;
  let hasControllerManager = false;
  let home: string | undefined;

  return {
    prepare: async ({ controllerManager }) => {
      if (controllerManager) {
        hasControllerManager = true;
        await server.controllerManager.start();
      }
      // What kubectl discovered for the suite before is of kinds that are gone.
      home = mkdtempSync(join(server.runDirectory, "home-"));
      return { ...server.address, home };
    },
    reset: async () => {
      if (hasControllerManager) await server.controllerManager.kill();
      hasControllerManager = false;
      generation += 1;
      await baseline.restore();
      await provePreviousAdmissionGone(server, generation);
      await baseline.restore();
      await waitForInventory(server, inventory);
      truncateSync(server.auditLog);
      if (home !== undefined) rmSync(home, { recursive: true, force: true });
    },
    stop: () => server.stop(),
  };
}
