import { and, or } from "../ir/expressions/boolean.ts";
import { isPattern, patternSuffix, splitResource, type MatchEntry } from "../api/coverage.ts";
import { type Expression, binary, identifier, listLiteral, literal, method, select } from "../ir/expression.ts";
import { negate } from "../ir/expressions/negate.ts";
import { absentReads } from "../ir/expressions/field-path.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";

/**
 * bool: the version of the request may not show what the rule reads, as far as a match condition can tell. To it
 * `request.resource` is what the client asked for (match-constraints.ts), so that the version which the policy matches
 * cannot be read there, as plan/denials.ts does; it is known from `match`:
 *
 *     !(request.requestResource.version == 'v1' && request.requestResource.group == 'a.example.com' && ...) && !oldObject...hasValue()
 */
export function unseenWhere({ match, span }: PolicyIr, rule: RuleIr): Expression | undefined {
  const absent = absentReads(rule);
  if (absent === undefined || rule.isOfOneVersion === true) return undefined;
  const versions = new Set(match.map(({ version }) => version));
  const [version] = versions;
  if (versions.size === 1 && version !== undefined) return and(negate(isRequested("version", [version], rule)), absent);
  const [first, ...others] = clausesOf(match).map((clause) => asItCame(clause, rule));
  // Of requests for subresources the resource alone does not say which entry matches.
  if (first === undefined || match.some(({ resource }) => splitResource(resource).subresource !== "")) return absent;
  return and(negate(others.reduce((left, right) => or(left, right, span), first)), absent);
}

/** Entries that differ in the resource alone. */
interface Clause {
  readonly group: string;
  readonly version: string | undefined;
  readonly resources: readonly string[];
}

function clausesOf(match: readonly MatchEntry[]): readonly Clause[] {
  const merged = Map.groupBy(match, ({ group, version }) => JSON.stringify([group, version]));
  return [...merged.values()].map((same) => ({ ...(same[0] as MatchEntry), resources: same.map(({ resource }) => resource) }));
}

/** The request matches without being converted. */
function asItCame({ group, version, resources }: Clause, rule: RuleIr): Expression {
  const ofGroup = isPattern(group) ? isOfPattern(group, rule) : isRequested("group", [group], rule);
  const tests = [
    ...(version === undefined ? [] : [isRequested("version", [version], rule)]),
    ofGroup,
    ...(resources.includes("*") ? [] : [isRequested("resource", resources, rule)]),
  ];
  return tests.reduce((left, right) => and(left, right));
}

function isOfPattern(pattern: string, rule: RuleIr): Expression {
  const group = requested("group", rule);
  if (pattern === "*") return binary(group, "!=", literal("", rule.span), rule.span);
  return method(group, "endsWith", [literal(patternSuffix(pattern), rule.span)], rule.span);
}

type Part = "group" | "version" | "resource";

function isRequested(part: Part, texts: readonly string[], rule: RuleIr): Expression {
  const { span } = rule;
  const names = texts.map((text) => literal(text, span));
  const [first, ...others] = names;
  const isOne = first !== undefined && others.length === 0;
  return isOne
    ? binary(requested(part, rule), "==", first, span)
    : binary(requested(part, rule), "in", listLiteral(names, span), span);
}

function requested(part: Part, { span }: RuleIr): Expression {
  return select(select(identifier("request", span), "requestResource", span), part, span);
}
