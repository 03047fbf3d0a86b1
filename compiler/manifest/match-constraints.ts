import { printExpression } from "../print/print.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import { isPattern, withoutCovered } from "../api/coverage.ts";
import { withTwins } from "../ir/built-in-groups.ts";
import type { MatchCondition, MatchConstraints } from "./kubernetes-objects.ts";
import { buildMatchCondition } from "./match-condition.ts";
import { buildExcludeRules, buildResourceRules } from "./resource-rules.ts";

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
