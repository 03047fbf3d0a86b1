import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";

import { type ControlPlaneAddress, startControlPlane } from "../control-plane.ts";
import { takeBaseline } from "./baseline.ts";
import { provePreviousAdmissionGone } from "./canaries.ts";
import { openEtcdKeys } from "./etcd-keys.ts";
import { takeInventory, waitForInventory } from "./inventory.ts";

/** A control plane that serves one suite after the other. */
export type PooledControlPlane = {
  /** Returns when it can be used; the controller manager runs for those suites only that ask for it. */
  prepare(wanted: { readonly controllerManager: boolean }): Promise<ControlPlaneAddress>;
  /**
   * Undoes what the suite did. Throws when something of it is left: then this control plane is not to be used again.
   */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPooledControlPlane(): Promise<PooledControlPlane> {
  const server = await startControlPlane();
  const log = join(server.runDirectory, "kube-apiserver.log");
  const baseline = await takeBaseline(openEtcdKeys(server.etcdUrl));
  const inventory = await takeInventory(server);
  let generation = 0;
  let hasControllerManager = false;
  let home: string | undefined;

  const restart = async (): Promise<void> => {
    await server.apiserver.kill();
    await baseline.restore();
    truncateSync(log);
    await server.apiserver.start();
  };
  const undo = async (): Promise<void> => {
    await baseline.restore();
    await provePreviousAdmissionGone(server, ++generation);
    await baseline.restore();
  };

  return {
    prepare: async ({ controllerManager }) => {
      if (controllerManager) {
        hasControllerManager = true;
        await server.controllerManager.start();
      }
      // What kubectl discovered for the suite before is of kinds that no longer exist.
      home = mkdtempSync(join(server.runDirectory, "home-"));
      return { ...server.address, home };
    },
    reset: async () => {
      if (hasControllerManager) await server.controllerManager.kill();
      hasControllerManager = false;
      await (hasLookedUpParameters(readFileSync(log, "utf8")) ? restart() : undo());
      await waitForInventory(server, inventory);
      truncateSync(server.auditLog);
      if (home !== undefined) rmSync(home, { recursive: true, force: true });
    },
    stop: () => server.stop(),
  };
}

/**
 * Whether kube-apiserver met a kind of parameters (apiserver: plugin/policy/generic/policy_source.go, both of its
 * lines).
 *
 * What it then remembers cannot be undone from outside: the informer of a built-in kind is never started a second time
 * (kubernetes#130887), so the guards of the next suite would see no parameters. And it asks what kinds are served only
 * every 30 s, so guards over custom kinds of the next suite could fail for so long.
 */
export function hasLookedUpParameters(log: string): boolean {
  return /informer started for |failed to find resource referenced by paramKind/.test(log);
}
