import type { FallbackIr, ResourceTypeIr, UsagesIr } from "../../ir/fallback.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";
import { protectionGroup } from "../settings.ts";
import { type PolicyRule, merged, read, rulesFor } from "./policy-rule.ts";
import { readsNamespace } from "../reads-namespace.ts";

const namespaces: ResourceTypeIr = { group: "", resource: "namespaces" };

/** What the webhook may do in the whole cluster: read what rules and features ask about, and nothing else. */
export function webhookRights(fallback: FallbackIr, rules: readonly WebhookRuleIr[]): readonly PolicyRule[] {
  const { usages, criticalServices, appcat, events } = fallback;
  const readable = [
    ...rules.flatMap(({ asks }) => asks.map(({ resource }) => resource)),
    ...(needsNamespaces(fallback, rules) ? [namespaces] : []),
    ...(usages === undefined ? [] : usageTypes(usages)),
    ...(criticalServices === undefined ? [] : [criticalServiceType, ...criticalServices.criteria, ...criticalServices.providers]),
    ...(appcat?.composites ?? []),
  ];
  return merged([
    ...rulesFor(readable, read),
    ...(events ? rulesFor([{ group: "events.k8s.io", resource: "events" }], ["create", "patch"]) : []),
  ]);
}

export const criticalServiceType: ResourceTypeIr = { group: protectionGroup, resource: "criticalservices" };

export const ownUsageTypes: readonly ResourceTypeIr[] = ["usages", "clusterusages"].map((resource) => {
  return { group: protectionGroup, resource };
});

/** The last is the form of Crossplane 1 (apiextensions.crossplane.io/v1beta1). */
const crossplaneUsageTypes: readonly ResourceTypeIr[] = [
  { group: "protection.crossplane.io", resource: "usages" },
  { group: "protection.crossplane.io", resource: "clusterusages" },
  { group: "apiextensions.crossplane.io", resource: "usages" },
];

/** A review does not show the Namespace of its object. */
export function needsNamespaces({ appcat }: FallbackIr, rules: readonly WebhookRuleIr[]): boolean {
  return appcat !== undefined || rules.some(readsNamespace);
}

function usageTypes({ origins }: UsagesIr): readonly ResourceTypeIr[] {
  return [
    ...(origins.includes("holdfast") ? ownUsageTypes : []),
    ...(origins.includes("crossplane") ? crossplaneUsageTypes : []),
  ];
}
