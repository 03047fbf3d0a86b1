import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { annotationNames } from "../api/names.ts";
import { criticalServiceResource } from "../api/critical-services.ts";
import { usageKindsOf } from "../api/usage-kinds.ts";
import { groupCovers, resourceCovers, type MatchEntry } from "../api/coverage.ts";
import type { FallbackIr } from "../ir/fallback.ts";
import { type GroupResource, namespaces, resourceName } from "../api/resource.ts";
import type { RuleOperation } from "../api/rules-module.ts";
import { keepsMarks } from "../ir/guards.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { asksAuthorizer, some } from "../ir/expressions/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";

/** Which query makes a rule the one that keeps what the controller marks. */
interface Keeper {
  readonly feature: "usages" | "criticalServices";
  readonly key: string;
  readonly types: readonly GroupResource[];
  readonly operation: RuleOperation;
  readonly asks: readonly GroupResource[];
  readonly copy: string;
}

/**
 * A mark protects nothing by itself: each kind that is marked needs a rule that denies
 * deleting it, or removing the mark.
 */
export function checkMarks(asking: readonly WebhookRuleIr[], fallback: FallbackIr, bag: DiagnosticBag): void {
  if (bag.hasErrors) return;
  for (const keeper of keepersOf(fallback)) {
    const { key, types, operation, asks, copy } = keeper;
    const loose = types.find((type) => !asking.some((rule) => isKeeping(rule, keeper, type)));
    if (loose === undefined) continue;
    const where = operation === "update" ? `\`${loose.resource}/*\`` : "them";
    bag.report("unkept-mark", fallback.span, {
      key,
      kind: resourceName(loose),
      operation,
      where,
      asked: asks[0]?.resource ?? "",
      copy,
    });
    return;
  }
}

/**
 * The kinds whose marks this rule keeps for that feature; a rule that asks about the same objects
 * for other reasons counts, too.
 */
export function keptBy(rule: WebhookRuleIr, feature: Keeper["feature"], fallback: FallbackIr): readonly GroupResource[] {
  const keepers = keepersOf(fallback).filter((keeper) => keeper.feature === feature);
  const kept = keepers.flatMap((keeper) => keeper.types.filter((type) => isKeeping(rule, keeper, type)));
  return kept.filter((type, index) => kept.findIndex((one) => isSame(one, type)) === index);
}

function keepersOf({ usages, criticalServices }: FallbackIr): readonly Keeper[] {
  const copyOf = (name: string): string => `policies/fallback/${name}.ts`;
  const ofUsages = { feature: "usages", key: "usages.of", types: usages?.of ?? [], copy: copyOf("usages") } as const;
  const providers = criticalServices?.providers ?? [];
  // The Namespace that holds a provider is marked, too.
  const marked = providers.length === 0 ? [] : [...providers, namespaces];
  const ofServices = {
    feature: "criticalServices",
    key: "criticalServices.providers",
    types: marked,
    copy: copyOf("critical-services"),
  } as const;
  return [
    ...(usages === undefined ? [] : [{ ...ofUsages, operation: "delete", asks: usageKindsOf(usages.origins) } as const]),
    ...(usages === undefined ? [] : [{ ...ofUsages, operation: "update", asks: usageKindsOf(usages.origins) } as const]),
    { ...ofServices, operation: "update", asks: [criticalServiceResource] },
  ];
}

/**
 * What a rule reads of the object to deny a delete, the release guard keeps through every subresource
 * (compiler/guard/release-guard.ts).
 */
function isKeeping({ rule, policy, asks: asked }: WebhookRuleIr, { operation, asks }: Keeper, type: GroupResource): boolean {
  const isAsking = asked.some(({ resource }) => asks.some((one) => isSame(one, resource)));
  if (rule.action !== "deny" || !isAsking) return false;
  const isMet = (meets: typeof isMatched): boolean => policy.match.some((entry) => meets(type, entry));
  if (operation !== "update") return rule.operations.includes(operation) && isMet(isMatched);
  const isGuarded = rule.operations.includes("delete") && keepsMarks(policy.guards);
  return rule.operations.includes("update") ? isMet(isMatchedWhole) : isGuarded && isMet(isMatched);
}

function isSame(one: GroupResource, other: GroupResource): boolean {
  return one.group === other.group && one.resource === other.resource;
}

function isMatched({ group, resource }: GroupResource, entry: MatchEntry): boolean {
  return groupCovers(entry.group, group) && resourceCovers(entry.resource, resource);
}

/** Through every subresource as well: labels and annotations can be changed there, too. */
function isMatchedWhole({ group, resource }: GroupResource, entry: MatchEntry): boolean {
  return isMatched({ group, resource: `${resource}/*` }, entry);
}

/** The controller acts with rights of its own on what stands in objects: rules have to ask what its writer may do. */
export function checkTrust(policies: readonly PolicyIr[], fallback: FallbackIr, bag: DiagnosticBag): void {
  checkAttempts(policies, fallback, bag);
  checkRecords(policies, fallback, bag);
}

/**
 * The controller deletes with rights of its own, for whoever may write an annotation: a
 * rule has to ask what they may do.
 */
function checkAttempts(policies: readonly PolicyIr[], { usages, span }: FallbackIr, bag: DiagnosticBag): void {
  if (bag.hasErrors || usages?.replay !== true) return;
  const guarding = policies.filter(({ rules }) => rules.some((rule) => isAskingAbout(annotationNames.deleteWhenUnused, rule)));
  const loose = usages.of.find((type) => !guarding.some(({ match }) => match.some((entry) => isMatchedWhole(type, entry))));
  if (loose !== undefined)
    bag.report("unguarded-replay", span, { kind: resourceName(loose), attempt: annotationNames.deleteWhenUnused });
}

/** Whether it denies updates by what the annotation says, and by what the writer may do. */
function isAskingAbout(annotation: string, { operations, action, when }: RuleIr): boolean {
  const isDenial = action === "deny" && operations.includes("update");
  return isDenial && asksAuthorizer(when) && some(when, (node) => node.kind === "literal" && node.value === annotation);
}

/** The controller deletes a Usage after the user that its note names: a rule has to ask who writes such a note. */
function checkRecords(policies: readonly PolicyIr[], { usages, span }: FallbackIr, bag: DiagnosticBag): void {
  if (bag.hasErrors || usages === undefined) return;
  const guarding = policies.filter(({ rules }) => rules.some((rule) => isAskingAbout(annotationNames.usedBy, rule)));
  const loose = usageKindsOf(usages.origins).find(
    (type) => !guarding.some(({ match }) => match.some((entry) => isMatchedWhole(type, entry))),
  );
  if (loose !== undefined) bag.report("unguarded-records", span, { kind: resourceName(loose), record: annotationNames.usedBy });
}
