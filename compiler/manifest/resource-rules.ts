import type { RuleOperation } from "../api/rules-module.ts";
import { builtInGroups } from "../ir/built-in-groups.ts";
import { groupCovers, isPattern, kindCovers, withoutCovered, type MatchEntry } from "../api/coverage.ts";
import type { AdmissionOperation, ResourceRule } from "./kubernetes-objects.ts";

const admissionOperations = { delete: "DELETE", update: "UPDATE", create: "CREATE" } as const satisfies Record<
  RuleOperation,
  AdmissionOperation
>;

/**
 * The fewest rules that match exactly the exact entries, and at least the patterns: Kubernetes knows no patterns of
 * groups, so these become `apiGroups: ["*"]` and the match condition does the rest.
 */
export function buildResourceRules(
  entries: readonly MatchEntry[],
  operations: readonly RuleOperation[],
): readonly ResourceRule[] {
  const widened = entries.filter(({ group }) => isPattern(group)).map((entry) => ({ ...entry, group: "*" }));
  const exact = entries.filter((entry) => !isPattern(entry.group) && !widened.some((wide) => kindCovers(wide, entry)));
  const admitted = operations.map((operation) => admissionOperations[operation]);
  return mergeGroups(mergeResources([...withoutCovered(widened), ...exact])).map(({ groups, version, resources }) => ({
    apiGroups: groups,
    apiVersions: [version],
    operations: admitted,
    resources,
    scope: "*",
  }));
}

/**
 * The built-in groups that no entry can mean. Excluding them keeps the match condition from being evaluated for every
 * heartbeat of the cluster; it decides nothing.
 */
export function buildExcludeRules(entries: readonly MatchEntry[]): readonly ResourceRule[] {
  const apiGroups = builtInGroups.filter((group) => !entries.some((entry) => groupCovers(entry.group, group)));
  if (apiGroups.length === 0) return [];
  return [{ apiGroups, apiVersions: ["*"], operations: ["*"], resources: ["*/*"], scope: "*" }];
}

interface Block {
  readonly groups: readonly string[];
  readonly version: string;
  readonly resources: readonly string[];
}

function mergeResources(entries: readonly MatchEntry[]): readonly Block[] {
  const merged = Map.groupBy(entries, ({ group, version }) => JSON.stringify([group, version]));
  return [...merged.values()].map((same) => {
    const [first] = same as [MatchEntry, ...MatchEntry[]];
    return { groups: [first.group], version: first.version ?? "*", resources: same.map((entry) => entry.resource) };
  });
}

function mergeGroups(blocks: readonly Block[]): readonly Block[] {
  const merged = Map.groupBy(blocks, ({ version, resources }) => JSON.stringify([version, resources.toSorted()]));
  return [...merged.values()].map((same) => {
    const [first] = same as [Block, ...Block[]];
    return { ...first, groups: same.flatMap((block) => block.groups) };
  });
}
