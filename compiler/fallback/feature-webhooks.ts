import type { ResourceTypeIr } from "../ir/fallback.ts";
import type { SelectorIr } from "../ir/policy.ts";
import { buildResourceRules } from "../manifest/resource-rules.ts";
import type { ResourceRule } from "../manifest/kubernetes-objects.ts";
import { type FallbackSettings, marks, protectionGroup } from "./settings.ts";

/** What the API server asks for a feature, besides the rules of policies. */
export interface FeatureWebhook {
  readonly name: string;
  readonly path: string;
  readonly rules: readonly ResourceRule[];
  readonly objects: SelectorIr;
  readonly namespaces: SelectorIr;
}

const namespaces: ResourceTypeIr = { group: "", resource: "namespaces" };
const claims: ResourceTypeIr = { group: "", resource: "persistentvolumeclaims" };

/** Each about deletes of what carries its mark, so that nothing else depends on the webhook. */
export function featureWebhooks({ usages, criticalServices, appcat }: FallbackSettings): readonly FeatureWebhook[] {
  return [
    ...(usages?.origins.includes("holdfast") === true ? [marked("usages", usages.of, marks.inUse)] : []),
    ...(usages?.origins.includes("crossplane") === true ? [marked("crossplane-usages", usages.of, marks.crossplaneInUse)] : []),
    ...(criticalServices === undefined ? [] : ofCriticalServices(criticalServices.providers)),
    ...(appcat === undefined ? [] : ofAppCat(appcat.objects)),
  ];
}

/** `features/usages` answers for `usages.holdfast.dev`; names of rules' webhooks have one label more. */
function webhook(feature: string, types: readonly ResourceTypeIr[]): FeatureWebhook {
  const entries = types.map((type) => ({ ...type, version: undefined }));
  return {
    name: `${feature}.holdfast.dev`,
    path: `/features/${feature}`,
    rules: buildResourceRules(entries, ["delete"]),
    objects: {},
    namespaces: {},
  };
}

function marked(feature: string, types: readonly ResourceTypeIr[], mark: string): FeatureWebhook {
  return { ...webhook(feature, types), objects: { matchExpressions: [{ key: mark, operator: "In", values: ["true"] }] } };
}

/** A CriticalService is kept while its provider is there, whatever is written on it. */
function ofCriticalServices(providers: readonly ResourceTypeIr[]): readonly FeatureWebhook[] {
  return [
    marked("critical-services", [...providers, namespaces], marks.criticalService),
    webhook("critical-service-objects", [{ group: protectionGroup, resource: "criticalservices" }]),
  ];
}

/** The Namespace says whose it is, also for what is in it (a Namespace is in itself, for a namespaceSelector). */
function ofAppCat(objects: readonly ResourceTypeIr[]): readonly FeatureWebhook[] {
  const owned: SelectorIr = { matchExpressions: [{ key: marks.appcatOwner, operator: "Exists" }] };
  return [
    { ...webhook("appcat-namespaces", [namespaces, claims]), namespaces: owned },
    ...(objects.length === 0 ? [] : [{ ...webhook("appcat-objects", objects), objects: owned }]),
  ];
}
