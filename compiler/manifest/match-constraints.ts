import { matchConditionsOf } from "../ir/match-conditions.ts";
import { printExpression } from "../print/print.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import {
  isPattern,
  withoutCovered,
  groupCovers,
  kindCovers,
  type MatchEntry,
  patternSuffix,
  resourceCovers,
  splitResource,
} from "../api/coverage.ts";
import { withTwins, builtInGroups } from "../ir/built-in-groups.ts";
import { buildSelector } from "./label-selector.ts";
import type { MatchCondition, MatchConstraints, AdmissionOperation, ResourceRule } from "./kubernetes-objects.ts";
import type { RuleOperation } from "../api/rules-module.ts";
import type { Span } from "../diagnostics/span.ts";
import {
  type BinaryOperator,
  type Expression,
  binary,
  identifier,
  listLiteral,
  literal,
  method,
  optionalSelect,
  select,
} from "../ir/expression.ts";

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
export function buildMatch(
  ir: Pick<AdmissionPolicyIr, "requests" | "objects" | "only" | "span"> & Partial<Pick<AdmissionPolicyIr, "params">>,
): {
  readonly constraints: MatchConstraints;
  readonly conditions: readonly MatchCondition[];
} {
  const hasPattern = ir.requests.some(({ match }) => match.some((entry) => isPattern(entry.group)));
  const entriesOf = (match: readonly MatchEntry[]): readonly MatchEntry[] =>
    withoutCovered(hasPattern ? withTwins(match) : match);
  const entries = entriesOf(ir.requests.flatMap(({ match }) => match));
  const everything = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: buildSelector(ir.objects) } as const;
  const resourceRules = ir.requests.flatMap(({ match, operations }) => buildResourceRules(entriesOf(match), operations));
  const own = matchConditionsOf(ir).map(({ name, expression }) => ({ name, expression: printExpression(expression) }));
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

/** Groups that are matched with the same resources, and every resource that a request of theirs can arrive with. */
interface Clause {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly arriving: readonly string[];
}

/**
 * The part of the match that resource rules cannot say, once a pattern has become `apiGroups: ["*"]`:
 *
 *     request.resource.group.endsWith('.services.k8s.aws') ||
 *     request.resource.group == '' && request.resource.resource == 'namespaces'
 *
 * Resources are tested only where the rules let others of the same group through. Match conditions see the request as
 * it came (`request.resource` is not the equivalent that a rule matched), so versions are no business of theirs.
 */
function buildMatchCondition(entries: readonly MatchEntry[], span: Span): Expression {
  const tests = clausesOf(entries).map((clause) =>
    join("&&", [groupTest(clause.groups, span), ...resourceTest(clause, span)], span),
  );
  return join("||", tests, span);
}

function clausesOf(entries: readonly MatchEntry[]): readonly Clause[] {
  const byGroup = Map.groupBy(entries, (entry) => entry.group);
  const clauses = [...byGroup].map(([group, own]) => ({
    groups: [group],
    resources: own.map((entry) => entry.resource),
    arriving: entries.filter((entry) => isPattern(entry.group) || groupCovers(group, entry.group)).map((entry) => entry.resource),
  }));
  const merged = Map.groupBy(clauses, (clause) => JSON.stringify([clause.resources.toSorted(), clause.arriving.toSorted()]));
  return [...merged.values()].map((same) => ({ ...(same[0] as Clause), groups: same.flatMap((clause) => clause.groups) }));
}

function groupTest(groups: readonly string[], span: Span): Expression {
  const group = requestResource("group", span);
  const patterns = groups.filter(isPattern).map((pattern) => patternTest(pattern, span));
  const exact = groups.filter((name) => !isPattern(name));
  return join("||", [...patterns, ...(exact.length > 0 ? [oneOf(group, exact, span)] : [])], span);
}

function patternTest(pattern: string, span: Span): Expression {
  const group = requestResource("group", span);
  if (pattern === "*") return binary(group, "!=", literal("", span), span);
  return method(group, "endsWith", [literal(patternSuffix(pattern), span)], span);
}

function resourceTest({ resources, arriving }: Clause, span: Span): readonly Expression[] {
  const isExact = arriving.every((arrived) => resources.some((resource) => resourceCovers(resource, arrived)));
  if (isExact) return [];
  const subresources = new Set([...resources, ...arriving].map((text) => splitResource(text).subresource));
  const bySubresource = Map.groupBy(resources.map(splitResource), ({ subresource }) => subresource);
  const tests = [...bySubresource].map(([subresource, parts]) => {
    const names = parts.map((part) => part.resource);
    const nameTest = names.includes("*") ? [] : [oneOf(requestResource("resource", span), names, span)];
    const isNeeded = subresource !== "*" && subresources.size > 1;
    return join("&&", [...nameTest, ...(isNeeded ? [subresourceTest(subresource, span)] : [])], span);
  });
  return [join("||", tests, span)];
}

/** On the main resource `subResource` is an absent key, not an empty string. */
function subresourceTest(subresource: string, span: Span): Expression {
  const given = method(optionalSelect(identifier("request", span), "subResource", span), "orValue", [literal("", span)], span);
  return binary(given, "==", literal(subresource, span), span);
}

function requestResource(field: "group" | "resource", span: Span): Expression {
  return select(select(identifier("request", span), "resource", span), field, span);
}

function oneOf(value: Expression, names: readonly string[], span: Span): Expression {
  const [first, ...others] = names.map((name) => literal(name, span));
  if (first !== undefined && others.length === 0) return binary(value, "==", first, span);
  return binary(
    value,
    "in",
    listLiteral(
      names.map((name) => literal(name, span)),
      span,
    ),
    span,
  );
}

function join(operator: BinaryOperator, parts: readonly Expression[], span: Span): Expression {
  return parts.reduce((left, right) => binary(left, operator, right, span));
}
