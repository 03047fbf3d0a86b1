import type { ControlPlane } from "../control-plane/control-plane.ts";
import { bindClusterRole } from "../control-plane/roles.ts";

/** As ACK's Helm charts install it: one controller for each service, all in `ack-system`. */
export const s3Controller = "system:serviceaccount:ack-system:ack-s3-controller";

/** Impersonated users have no rights of their own, and RBAC would deny before admission does. */
export async function grantEverything(server: ControlPlane, users: readonly string[]): Promise<void> {
  const subjects = users.map((name) => ({ kind: "User", name }) as const);
  await bindClusterRole(server, { name: "test-users", role: "cluster-admin", subjects });
}
