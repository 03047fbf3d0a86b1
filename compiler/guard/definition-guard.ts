import { definedKinds } from "../ir/built-in-groups.ts";
import { isPattern, splitResource, type MatchEntry, patternSuffix } from "../api/coverage.ts";
import { type Expression, literal, type Local, call, identifier, local, binary, method, select } from "../ir/expression.ts";
import type { Span } from "../diagnostics/span.ts";
import type { MatchConditionIr, RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import {
  type Aim,
  type Guard,
  type GuardTemplates,
  type PolicyProtection,
  notNeeded,
  off,
  on,
  requireTemplate,
  ruleWhere,
  isOneOf,
} from "./guard.ts";
import { losesFields, lacksFields } from "./definitions/schema-guard.ts";
import { type SchemaPath, describePath, schemaReads } from "./definitions/schema-reads.ts";
import { dropsServedVersion } from "./definitions/served-versions.ts";
import { once } from "../ir/once.ts";
import { mapChildren, some } from "../ir/expressions/visit.ts";
import { or } from "../ir/expressions/boolean.ts";

/**
 * The definition of a protected kind is not deleted and goes on serving its versions, unless it carries its own release
 * mark.
 */
export function definitionGuard({ policy, asking }: PolicyProtection, templates: GuardTemplates): Guard {
  const name = "definitions";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const defined = definedKinds(policy.match);
  if (defined.length === 0) return { name, state: notNeeded("the kinds are built in"), rules: [] };
  const { span } = policy;
  const definitions = requireTemplate(templates.definitions);
  const rule: RuleOf = (of, condition = literal(true, span)) =>
    withAnyType(ruleWhere(condition, definitions, { rule: of, policy }));
  const updates = [
    rule("servedVersionGuard", dropsServedVersion(span)),
    rule("conversionGuard"),
    rule("servingGuard"),
    rule("nameGuard"),
    rule("definitionReleaseGuard"),
    ...fieldRules(schemaReads(asking), { rule, span }),
  ];
  const only = definedAs(defined, span);
  const guardRules = [
    { aim: ofKinds(deletes, only), rule: rule("definitionGuard") },
    ...updates.map((one) => ({ aim: ofKinds(updatesOfDefinitions, only), rule: one })),
  ];
  return { name, state: on(defined.map(describeKinds).join(", ")), rules: guardRules };
}

/** The rule of that name in the template, where the condition holds as well. */
type RuleOf = (of: string, condition?: Expression) => RuleIr;

const ofKinds = (aim: Aim, only: MatchConditionIr | undefined): Aim => ({ ...aim, ...(only !== undefined && { only }) });

interface ForFields {
  readonly rule: RuleOf;
  readonly span: Span;
}

/** A message has its limit. */
const maxNamed = 10;

/**
 * Labels and annotations need no schema; what else the rules read is there only as long as the definition lets it in.
 */
function fieldRules(paths: readonly SchemaPath[], { rule, span }: ForFields): readonly RuleIr[] {
  if (paths.length === 0) return [];
  const schemaRule = rule("schemaGuard", losesFields(paths, span));
  const named = paths.slice(0, maxNamed).map(describePath);
  const names = literal(` (the rules read ${[...named, ...(paths.length > maxNamed ? ["..."] : [])].join(", ")})`, span);
  return [
    { ...schemaRule, message: joinText([schemaRule.message, names]) },
    rule("lostConversionGuard", lacksFields(paths, span)),
    rule("storedVersionGuard"),
  ];
}

const definitionResource = "customresourcedefinitions";

const deletes: Aim = {
  ending: "guard-definitions",
  by: "by deleting the definitions of its kinds",
  match: [{ group: "apiextensions.k8s.io", version: "v1", resource: definitionResource }],
  isEverywhere: true,
};

/**
 * Of `/status`, too: it says whether the kind is served, under which names, and in which versions objects are stored.
 */
const updatesOfDefinitions: Aim = {
  ending: "guard-definitions-update",
  by: "by updates of the definitions of its kinds",
  match: [definitionResource, `${definitionResource}/status`].map((one) => ({
    group: "apiextensions.k8s.io",
    version: "v1",
    resource: one,
  })),
  isEverywhere: true,
};

/** `buckets.s3.services.k8s.aws`, or `every kind of *.services.k8s.aws` */
export function describeKinds({ group, resource }: Pick<MatchEntry, "group" | "resource">): string {
  const plural = splitResource(resource).resource;
  if (plural === "*") return `every kind of ${group === "" ? "the core group" : group}`;
  return group === "" ? plural : `${plural}.${group}`;
}

/**
 * A rule over the lists and schemas of definitions, of which the type check of API servers finds fault with what is
 * true of every object: it knows no field of a schema, since the type of one is recursive, and takes no null for a
 * list, which is stored as null while it is empty. `dyn` has no type to find fault with.
 *
 *     oldObject.spec.versions.all(...)          variables.before.spec.versions.all(...)
 */
function withAnyType(rule: RuleIr): RuleIr {
  return some(rule.when, ({ kind }) => kind === "comprehension") ? { ...rule, when: ofAnyType(rule.when) } : rule;
}

const namesOfAnyType: ReadonlyMap<string, string> = new Map([
  ["oldObject", "before"],
  ["object", "after"],
]);

const ofAnyType = once((node: Expression): Expression => {
  const isTyped = node.kind === "select" && (node.field === "spec" || node.field === "status");
  const root = isTyped && node.operand.kind === "identifier" ? rootOfAnyType(node.operand.name, node) : undefined;
  if (root !== undefined) return { ...node, operand: root } as Expression;
  return mapChildren(node, ofAnyType);
});

function rootOfAnyType(of: string, { span }: Expression): Local | undefined {
  const name = namesOfAnyType.get(of);
  return name === undefined ? undefined : local(name, call("dyn", [identifier(of, span)], span), "author");
}

/**
 * Which definitions a match means. The API server names them `<plural>.<group>`, and neither part ever changes:
 *
 *     oldObject.metadata.name in ['buckets.s3.services.k8s.aws', 'queues.sqs.services.k8s.aws'] ||
 *     oldObject.spec.group.endsWith('.services.k8s.aws')
 *
 * Undefined: all of them.
 */
function definedAs(match: readonly MatchEntry[], span: Span): MatchConditionIr | undefined {
  const kinds = match.map(({ group, resource }) => ({ group, plural: splitResource(resource).resource }));
  if (kinds.some(({ group, plural }) => group === "*" && plural === "*")) return undefined;
  const isNamed = ({ group, plural }: Kind): boolean => !isPattern(group) && plural !== "*";
  const names = new Set(kinds.filter(isNamed).map(({ group, plural }) => `${plural}.${group}`));
  const tests = [
    ...(names.size === 0 ? [] : [isOneOf(read("metadata", "name", span), [...names])]),
    ...kinds.filter((kind) => !isNamed(kind)).map((kind) => isOfGroup(kind, span)),
  ];
  return { name: "kinds-of-the-policy", expression: tests.reduce((left, right) => or(left, right)) };
}

interface Kind {
  readonly group: string;
  readonly plural: string;
}

function isOfGroup({ group, plural }: Kind, span: Span): Expression {
  const defined = read("spec", "group", span);
  const isGroup = isPattern(group)
    ? method(defined, "endsWith", [literal(patternSuffix(group), span)], span)
    : binary(defined, "==", literal(group, span), span);
  if (plural === "*") return isGroup;
  const name = read("metadata", "name", span);
  return binary(isGroup, "&&", method(name, "startsWith", [literal(`${plural}.`, span)], span), span);
}

const read = (part: "metadata" | "spec", field: string, span: Span): Expression =>
  select(select(identifier("oldObject", span), part, span), field, span);
