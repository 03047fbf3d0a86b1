import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { system } from "./pod.ts";

/**
 * After a controller that was killed nobody leads for 15 s, until its Lease has ended
 * (`test/fallback/controller/leader-election.test.ts`). This ends it, as a controller does that is told to stop. Only
 * for one that is dead: two would lead.
 */
export async function endLease(server: ControlPlane): Promise<void> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${system}/leases/holdfast-controller`;
  const body = { spec: { holderIdentity: "", leaseDurationSeconds: 1 } };
  const { status, text } = await server.request(mergePatch(path, body));
  if (status !== 200) throw new Error(text);
}
