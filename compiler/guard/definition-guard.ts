import { and, or } from "../ir/boolean.ts";
import { builtInGroups } from "../ir/built-in-groups.ts";
import { isPattern, patternSuffix, splitResource } from "../ir/coverage.ts";
import { type Expression, binary, identifier, literal, method, select } from "../ir/expression.ts";
import type { Span } from "../diagnostics/span.ts";
import type { MatchEntry, RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";
import { type Aim, type Guard, type GuardTemplates, type Protection, notNeeded, off, on, ruleWhere } from "./guard.ts";
import { losesFields, lacksFields } from "./schema-guard.ts";
import { type SchemaPath, describePath, schemaReads } from "./schema-reads.ts";
import { dropsServedVersion } from "./served-versions.ts";

/** The definition of a protected kind is not deleted and goes on serving its versions, unless it carries its own release mark. */
export function definitionGuard({ policy, asking }: Protection, { definitions }: GuardTemplates): Guard {
  const name = "definitions";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const defined = policy.match.filter(({ group }) => isPattern(group) || !builtInGroups.some((builtIn) => builtIn === group));
  if (defined.length === 0) return { name, state: notNeeded("the kinds are built in"), rules: [] };
  const isMeant = defines(defined, policy.span);
  const rule = (of: string, condition: Expression): RuleIr => ruleWhere(condition, definitions, { rule: of, policy });
  const updates = [
    rule("servedVersionGuard", and(isMeant, dropsServedVersion(policy.span))),
    rule("conversionGuard", isMeant),
    rule("servingGuard", isMeant),
    rule("nameGuard", isMeant),
    rule("definitionReleaseGuard", isMeant),
    ...fieldRules(schemaReads(asking), { rule, isMeant, span: policy.span }),
  ];
  const guardRules = [
    { aim: deletes, rule: rule("definitionGuard", isMeant) },
    ...updates.map((one) => ({ aim: updatesOfDefinitions, rule: one })),
  ];
  return { name, state: on(defined.map(describeKinds).join(", ")), rules: guardRules };
}

interface ForFields {
  readonly rule: (of: string, condition: Expression) => RuleIr;
  readonly isMeant: Expression;
  readonly span: Span;
}

/** A message has its limit. */
const mostNamed = 10;

/** Labels and annotations need no schema; what else the rules read is there only as long as the definition lets it in. */
function fieldRules(paths: readonly SchemaPath[], { rule, isMeant, span }: ForFields): readonly RuleIr[] {
  if (paths.length === 0) return [];
  const schemaRule = rule("schemaGuard", and(isMeant, losesFields(paths, span)));
  const named = paths.slice(0, mostNamed).map(describePath);
  const names = literal(` (the rules read ${[...named, ...(paths.length > mostNamed ? ["..."] : [])].join(", ")})`, span);
  return [
    { ...schemaRule, message: joinText([schemaRule.message, names]) },
    rule("lostConversionGuard", and(isMeant, lacksFields(paths, span))),
    rule("storedVersionGuard", isMeant),
  ];
}

const definitionResource = "customresourcedefinitions";

const deletes: Aim = {
  ending: "guard-definitions",
  by: "by deleting the definitions of its kinds",
  match: [{ group: "apiextensions.k8s.io", version: "v1", resource: definitionResource }],
  isEverywhere: true,
};

/** Of `/status`, too: it says whether the kind is served, under which names, and in which versions objects are stored. */
const updatesOfDefinitions: Aim = {
  ending: "guard-definitions-update",
  by: "by what is changed on the definitions of its kinds",
  match: [definitionResource, `${definitionResource}/status`].map((one) => ({
    group: "apiextensions.k8s.io",
    version: "v1",
    resource: one,
  })),
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
export function describeKinds({ group, resource }: Pick<MatchEntry, "group" | "resource">): string {
  const plural = splitResource(resource).resource;
  if (plural === "*") return `every kind of ${group === "" ? "the core group" : group}`;
  return group === "" ? plural : `${plural}.${group}`;
}
