import type { Permissions } from "../controller/policy-rule.ts";

/** A composite as RBAC names it. */
export interface CompositeResource {
  readonly group: string;
  readonly resource: string;
}

/** Reads of what is declared, one by one: nothing is listed, and nothing written. */
export function appcatPermissions(composites: readonly CompositeResource[]): Permissions {
  const byGroup = Map.groupBy(composites, ({ group }) => group);
  return {
    role: [],
    clusterRole: [
      { apiGroups: [""], resources: ["namespaces"], verbs: ["get"] },
      ...[...byGroup].map(([group, same]) => ({
        apiGroups: [group],
        resources: same.map(({ resource }) => resource),
        verbs: ["get"],
      })),
    ],
  };
}
