import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created } from "../control-plane/requests.ts";
/** As ACK's Helm charts install it: one controller for each service, all in `ack-system`. */
export const s3Controller = "system:serviceaccount:ack-system:ack-s3-controller";

/** Impersonated users have no rights of their own, and RBAC would deny before admission does. */
export async function grantEverything(server: ControlPlane, users: readonly string[]): Promise<void> {
  const apiGroup = "rbac.authorization.k8s.io";
  await created(server, `/apis/${apiGroup}/v1/clusterrolebindings`, {
    apiVersion: `${apiGroup}/v1`,
    kind: "ClusterRoleBinding",
    metadata: { name: "test-users" },
    roleRef: { apiGroup, kind: "ClusterRole", name: "cluster-admin" },
    subjects: users.map((name) => ({ apiGroup, kind: "User", name })),
  });
}
