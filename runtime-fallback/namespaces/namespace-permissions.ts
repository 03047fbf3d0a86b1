import { groupCovers, isPattern, splitResource } from "../../compiler/ir/coverage.ts";
import type { MatchEntry } from "../../compiler/ir/policy.ts";
import type { Permissions } from "../controller/policy-rule.ts";

/**
 * Lists of what the policies mean. RBAC knows no patterns of groups, so whoever installs says which groups there are of those:
 * `groups: ["s3.services.k8s.aws"]`. A group that comes later cannot be listed, and Namespaces stay until it is granted. Every group (`*`) is
 * never asked for: that would be the Secrets, too.
 */
export function namespacePermissions(match: readonly MatchEntry[], groups: readonly string[]): Permissions {
  const granted = match.flatMap((entry) => {
    const apiGroups = isPattern(entry.group) ? groups.filter((group) => groupCovers(entry.group, group)) : [entry.group];
    return apiGroups.length === 0 ? [] : [{ apiGroups, resources: [splitResource(entry.resource).resource], verbs: ["list"] }];
  });
  return { role: [], clusterRole: granted };
}
