/** A kind of Usage that the controller looks after, if the cluster serves it. */
export interface UsageKind {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
}

/** Our own, and those of Crossplane. `policies/fallback/usage-kinds.ts` asks about the same five. */
export const usageKinds: readonly UsageKind[] = [
  { group: "protection.holdfast.dev", resource: "usages", kind: "Usage" },
  { group: "protection.holdfast.dev", resource: "clusterusages", kind: "ClusterUsage" },
  { group: "protection.crossplane.io", resource: "usages", kind: "Usage" },
  { group: "protection.crossplane.io", resource: "clusterusages", kind: "ClusterUsage" },
  { group: "apiextensions.crossplane.io", resource: "usages", kind: "Usage" },
];

/** Whether tools of Crossplane look for the mark of such a Usage. */
export function isOfCrossplane(group: string): boolean {
  return group.endsWith(".crossplane.io");
}
