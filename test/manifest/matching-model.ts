import type { MatchEntry } from "../../compiler/api/coverage.ts";
import type { ResourceRule } from "../../compiler/manifest/kubernetes-objects.ts";
import type { buildMatch } from "../../compiler/manifest/match-constraints.ts";
import { conditionNames } from "../../compiler/simulator/admission/admission-names.ts";
import { celEnvironment, celValueOfJson } from "../../compiler/cel/index.ts";

/** What match constraints can see of a request, versions aside: all versions of a kind are equivalent. */
export interface Request {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
}

/** What the author of a match means: the union of the entries. */
export function isMeant(request: Request, match: readonly MatchEntry[]): boolean {
  return equivalents(request).some(({ group, resource, subresource }) =>
    match.some((one) => groupMatches(one.group, group) && resourceMatches(one.resource, resource, subresource)),
  );
}

/** What the API server does with what we built (apiserver: pkg/admission/plugin/policy/matching, Equivalent). */
export function isMatched(request: Request, { constraints, conditions }: ReturnType<typeof buildMatch>): boolean {
  const matchesAny = (rules: readonly ResourceRule[]) =>
    equivalents(request).some((twin) => rules.some((rule) => ruleMatches(rule, twin)));
  if (matchesAny(constraints.excludeResourceRules ?? [])) return false;
  return matchesAny(constraints.resourceRules) && conditions.every(({ expression }) => conditionHolds(expression, request));
}

function conditionHolds(expression: string, { group, resource, subresource }: Request): boolean {
  const request = { resource: { group, resource }, ...(subresource !== "" && { subResource: subresource }) };
  return environment.compile(expression).evaluate(new Map([["request", celValueOfJson(request)]])) === true;
}

const environment = celEnvironment({ kube: "1.30", names: conditionNames() });

/** Only events are stored once and served in two groups. */
function equivalents(request: Request): readonly Request[] {
  const isEvent = request.resource === "events" && ["", "events.k8s.io"].includes(request.group);
  return isEvent ? ["", "events.k8s.io"].map((group) => ({ ...request, group })) : [request];
}

function ruleMatches(rule: ResourceRule, { group, resource, subresource }: Request): boolean {
  return (
    rule.apiGroups.some((name) => name === "*" || name === group) &&
    rule.resources.some((text) => resourceMatches(text, resource, subresource))
  );
}

function resourceMatches(text: string, resource: string, subresource: string): boolean {
  const [name, sub = ""] = text.split("/");
  return (name === "*" || name === resource) && (sub === "*" || sub === subresource);
}

function groupMatches(pattern: string, group: string): boolean {
  if (pattern === "*") return group !== "";
  return pattern.startsWith("*.") ? group.length > pattern.length - 1 && group.endsWith(pattern.slice(1)) : pattern === group;
}
