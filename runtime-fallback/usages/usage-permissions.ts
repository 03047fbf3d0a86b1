import type { Permissions, PolicyRule } from "../controller/policy-rule.ts";
import { usageKinds } from "./usage-resources.ts";

/** What is used, or uses, by its group; `*` for all resources of it. */
export interface UsableResources {
  readonly group: string;
  readonly resources: readonly string[];
}

/**
 * What the Usage controller needs. RBAC knows no `*.crossplane.io`, so whoever installs it names the groups: of the rest, a Usage does not
 * become ready. `delete` is for what the garbage collector was refused and what was asked to be replayed: without it the garbage
 * collector comes by itself, later.
 */
export function usagePermissions(usable: readonly UsableResources[]): Permissions {
  const marked = usable.map(({ group, resources }): PolicyRule => {
    return { apiGroups: [group], resources, verbs: ["get", "list", "watch", "patch", "delete"] };
  });
  return {
    role: [],
    clusterRole: [...[...new Set(usageKinds.map(({ group }) => group))].flatMap(ofGroup), ...events, ...marked],
  };
}

const events: readonly PolicyRule[] = [{ apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create"] }];

function ofGroup(group: string): readonly PolicyRule[] {
  const resources = usageKinds.filter((one) => one.group === group).map(({ resource }) => resource);
  return [
    { apiGroups: [group], resources, verbs: ["get", "list", "watch", "patch", "delete"] },
    { apiGroups: [group], resources: resources.map((resource) => `${resource}/status`), verbs: ["patch"] },
  ];
}
