import { protectionGroup } from "./names.ts";

/** API groups of Crossplane: of its Usages, the second of those of Crossplane 1; and of its definitions. */
export const crossplaneGroups = { protection: "protection.crossplane.io", apiextensions: "apiextensions.crossplane.io" } as const;

/** A kind of Usage that the controller looks after, if the cluster serves it. */
export interface UsageKind {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
}

/** Whose Usages are looked after. */
export type UsageOrigin = "holdfast" | "crossplane";

/**
 * Our own, and those of Crossplane, of which the last is the form of Crossplane 1. `policies/fallback/usage-kinds.ts`
 * asks about the same five.
 */
export const usageKinds: readonly UsageKind[] = [
  { group: protectionGroup, resource: "usages", kind: "Usage" },
  { group: protectionGroup, resource: "clusterusages", kind: "ClusterUsage" },
  { group: crossplaneGroups.protection, resource: "usages", kind: "Usage" },
  { group: crossplaneGroups.protection, resource: "clusterusages", kind: "ClusterUsage" },
  { group: crossplaneGroups.apiextensions, resource: "usages", kind: "Usage" },
];

export function usageKindsOf(origins: readonly UsageOrigin[]): readonly UsageKind[] {
  return usageKinds.filter(({ group }) => origins.includes(isOfCrossplane(group) ? "crossplane" : "holdfast"));
}

/** Whether tools of Crossplane look for the mark of such a Usage. */
export function isOfCrossplane(group: string): boolean {
  return group.endsWith(".crossplane.io");
}
