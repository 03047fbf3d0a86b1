import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { groupCovers, resourceCovers } from "../ir/coverage.ts";
import type { FallbackIr, ResourceTypeIr } from "../ir/fallback.ts";
import type { MatchEntry, Operation, PolicyIr, RuleIr } from "../ir/policy.ts";
import { asksAuthorizer, some } from "../ir/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { criticalServiceType, usageTypes } from "./manifests/webhook-rights.ts";

/** Which question makes a rule the one that keeps what the controller marks. */
interface Keeper {
  readonly key: string;
  readonly types: readonly ResourceTypeIr[];
  readonly operation: Operation;
  readonly asks: readonly ResourceTypeIr[];
  readonly copy: string;
}

/** A mark protects nothing by itself: each kind that is marked needs a rule that refuses. */
export function checkMarks(asking: readonly WebhookRuleIr[], fallback: FallbackIr, bag: DiagnosticBag): void {
  if (!bag.isEmpty) return;
  for (const { key, types, operation, asks, copy } of keepersOf(fallback)) {
    const keeping = asking.filter(({ rule, asks: asked }) => {
      return rule.operations.includes(operation) && asked.some(({ resource }) => asks.some((one) => isSame(one, resource)));
    });
    const isKept = operation === "update" ? isMatchedWhole : isMatched;
    const loose = types.find((type) => !keeping.some(({ policy }) => policy.match.some((entry) => isKept(type, entry))));
    if (loose === undefined) continue;
    const where = operation === "update" ? `\`${loose.resource}/*\`` : "them";
    bag.report("unkept-mark", fallback.span, {
      key,
      kind: kindOf(loose),
      operation,
      where,
      asked: asks[0]?.resource ?? "",
      copy,
    });
  }
}

function keepersOf({ usages, criticalServices }: FallbackIr): readonly Keeper[] {
  const ofUsages = { key: "usages.of", operation: "delete", copy: "policies/fallback/usages.ts" } as const;
  const ofServices = {
    key: "criticalServices.providers",
    operation: "update",
    copy: "policies/fallback/critical-services.ts",
  } as const;
  return [
    ...(usages === undefined ? [] : [{ ...ofUsages, types: usages.of, asks: usageTypes(usages) }]),
    ...(criticalServices === undefined
      ? []
      : [{ ...ofServices, types: criticalServices.providers, asks: [criticalServiceType] }]),
  ];
}

function isSame(one: ResourceTypeIr, other: ResourceTypeIr): boolean {
  return one.group === other.group && one.resource === other.resource;
}

function isMatched({ group, resource }: ResourceTypeIr, entry: MatchEntry): boolean {
  return groupCovers(entry.group, group) && resourceCovers(entry.resource, resource);
}

/** Through every subresource as well: labels and annotations can be changed there, too. */
function isMatchedWhole({ group, resource }: ResourceTypeIr, entry: MatchEntry): boolean {
  return isMatched({ group, resource: `${resource}/*` }, entry);
}

/** On what is in use: asks for a delete (policies/fallback/usage-attempts.ts). */
const attempt = "holdfast.dev/delete-when-unused";

/** The controller deletes with rights of its own, for whoever may write an annotation: a rule has to ask what they may do. */
export function checkAttempts(policies: readonly PolicyIr[], { usages, span }: FallbackIr, bag: DiagnosticBag): void {
  if (!bag.isEmpty || usages?.replay !== true) return;
  const guarding = policies.filter(({ rules }) => rules.some(isAboutAttempts));
  const loose = usages.of.find((type) => !guarding.some(({ match }) => match.some((entry) => isMatchedWhole(type, entry))));
  if (loose !== undefined) bag.report("unguarded-replay", span, { kind: kindOf(loose), attempt });
}

function isAboutAttempts({ operations, action, when }: RuleIr): boolean {
  const isRefusal = action === "deny" && operations.includes("update");
  return isRefusal && asksAuthorizer(when) && some(when, (node) => node.kind === "literal" && node.value === attempt);
}

const kindOf = ({ group, resource }: ResourceTypeIr): string => (group === "" ? resource : `${resource}.${group}`);
