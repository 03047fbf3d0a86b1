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
import type { MatchEntry } from "../api/coverage.ts";
import { groupCovers, isPattern, patternSuffix, resourceCovers, splitResource } from "../api/coverage.ts";

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
export function buildMatchCondition(entries: readonly MatchEntry[], span: Span): Expression {
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
