import type { Permissions } from "./policy-rule.ts";

const leases = { apiGroups: ["coordination.k8s.io"], resources: ["leases"] };

/** What leader election needs. What is created has no name yet, as far as RBAC knows. */
export function leasePermissions(name: string): Permissions {
  return {
    role: [
      { ...leases, verbs: ["create"] },
      { ...leases, resourceNames: [name], verbs: ["get", "update"] },
    ],
    clusterRole: [],
  };
}
