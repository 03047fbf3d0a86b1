import { and, or } from "../ir/boolean.ts";
import { builtInGroups } from "../ir/built-in-groups.ts";
import { isPattern, patternSuffix, splitResource } from "../ir/coverage.ts";
import { type Expression, binary, identifier, literal, method, select } from "../ir/expression.ts";
import type { Span } from "../diagnostics/span.ts";
import type { MatchEntry } from "../ir/policy.ts";
import {
  type Aim,
  type Guard,
  type GuardRule,
  type GuardTemplates,
  type Protection,
  notNeeded,
  off,
  on,
  ruleWhere,
} from "./guard.ts";
import { dropsServedVersion } from "./served-versions.ts";

/** The definition of a protected kind is not deleted and goes on serving its versions, unless it carries its own release mark. */
export function definitionGuard({ policy }: Protection, { definitions }: GuardTemplates): Guard {
  const name = "definitions";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const defined = policy.match.filter(({ group }) => isPattern(group) || !builtInGroups.some((builtIn) => builtIn === group));
  if (defined.length === 0) return { name, state: notNeeded("the kinds are built in"), rules: [] };
  const isMeant = defines(defined, policy.span);
  const rule = (of: string, condition: Expression): GuardRule => {
    return { aim, rule: ruleWhere(condition, definitions, { rule: of, policy }) };
  };
  return {
    name,
    state: on(defined.map(describeKinds).join(", ")),
    rules: [
      rule("definitionGuard", isMeant),
      rule("servedVersionGuard", and(isMeant, dropsServedVersion(policy.span))),
      rule("conversionGuard", isMeant),
    ],
  };
}

const aim: Aim = {
  ending: "guard-definitions",
  by: "by what is changed on the definitions of its kinds",
  match: [{ group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" }],
  isEverywhere: true,
};

/** bool: the definition's kind is among those that are matched. */
function defines(match: readonly MatchEntry[], span: Span): Expression {
  return match.map((entry) => isDefinedBy(entry, span)).reduce((left, right) => or(left, right));
}

function isDefinedBy({ group, resource }: MatchEntry, span: Span): Expression {
  const spec = select(identifier("oldObject", span), "spec", span);
  const defined = select(spec, "group", span);
  const isGroup = isPattern(group)
    ? method(defined, "endsWith", [literal(patternSuffix(group), span)], span)
    : binary(defined, "==", literal(group, span), span);
  const plural = splitResource(resource).resource;
  if (plural === "*") return isGroup;
  return and(isGroup, binary(select(select(spec, "names", span), "plural", span), "==", literal(plural, span), span));
}

/** `buckets.s3.services.k8s.aws`, or `every kind of *.services.k8s.aws` */
function describeKinds({ group, resource }: MatchEntry): string {
  const plural = splitResource(resource).resource;
  return plural === "*" ? `every kind of ${group}` : `${plural}.${group}`;
}
