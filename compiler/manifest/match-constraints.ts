import { printExpression } from "../print/print.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import { isPattern, withoutCovered, groupCovers, kindCovers, type MatchEntry } from "../api/coverage.ts";
import { withTwins, builtInGroups } from "../ir/built-in-groups.ts";
import type { MatchCondition, MatchConstraints, AdmissionOperation, ResourceRule } from "./kubernetes-objects.ts";
import { buildMatchCondition } from "./match-condition.ts";
import type { RuleOperation } from "../api/rules-module.ts";

/**
 * `match` in Kubernetes' terms. Exact entries become resource rules. A pattern becomes a rule over all groups, an
 * exclusion of the built-in groups and a match condition that reads nothing but the request's group (and resource):
 *
 *     match: [{ group: "*.services.k8s.aws", resource: "*" }]
 *
 *     resourceRules:
 *       - apiGroups: ["*"]
 *         resources: ["*"]
 *     excludeResourceRules:
 *       - apiGroups: ["", admissionregistration.k8s.io, ...]
 *     matchConditions:
 *       - name: api-group
 *         expression: request.resource.group.endsWith('.services.k8s.aws')
 */
export function buildMatch(ir: Pick<AdmissionPolicyIr, "match" | "objects" | "only" | "operations" | "span">): {
  readonly constraints: MatchConstraints;
  readonly conditions: readonly MatchCondition[];
} {
  const hasPattern = ir.match.some((entry) => isPattern(entry.group));
  const entries = withoutCovered(hasPattern ? withTwins(ir.match) : ir.match);
  const everything = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: ir.objects } as const;
  const resourceRules = buildResourceRules(entries, ir.operations);
  const own = ir.only === undefined ? [] : [{ name: ir.only.name, expression: printExpression(ir.only.expression) }];
  if (!hasPattern) return { constraints: { ...everything, resourceRules }, conditions: own };
  const excludeResourceRules = buildExcludeRules(entries);
  return {
    constraints: { ...everything, resourceRules, ...(excludeResourceRules.length > 0 && { excludeResourceRules }) },
    conditions: [{ name: "api-group", expression: printExpression(buildMatchCondition(entries, ir.span)) }, ...own],
  };
}

const admissionOperations = { delete: "DELETE", update: "UPDATE", create: "CREATE" } as const satisfies Record<
  RuleOperation,
  AdmissionOperation
>;

/**
 * The fewest rules that match exactly the exact entries, and at least the patterns: Kubernetes knows no patterns of
 * groups, so these become `apiGroups: ["*"]` and the match condition does the rest.
 */
function buildResourceRules(entries: readonly MatchEntry[], operations: readonly RuleOperation[]): readonly ResourceRule[] {
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
function buildExcludeRules(entries: readonly MatchEntry[]): readonly ResourceRule[] {
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
