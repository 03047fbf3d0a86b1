import type { ResourceTypeIr } from "../ir/fallback.ts";
import { type FeatureWebhook, deletesOf } from "./feature-webhook.ts";
import { marks, protectionGroup } from "./settings.ts";

export const criticalServices = { group: protectionGroup, version: "v1alpha1", resource: "criticalservices" } as const;

/** Its definition: with it all services would go, and of those nobody is asked then. */
export const criticalServicesDefinitionName = `${criticalServices.resource}.${criticalServices.group}`;
export const definitions = { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" } as const;

/** On a provider and on its Namespace: only what carries it is asked about. `policies/fallback/critical-services.ts` keeps both. */
export const criticalMark = {
  label: marks.critical,
  /** Each service writes itself into what it marks: `critical.holdfast.dev/<its UID>`. */
  entry: "critical.holdfast.dev/",
} as const;

/** On a CriticalService, with its UID: it may go before its provider. As `released` has it for policies. */
export const releaseAnnotation = "holdfast.dev/release";

/** Where the webhook is asked. */
export const criticalServicesPath = "/critical-services";

/** Below the 34 s that the API server takes for a delete, for which it may ask twice; listing 100,000 objects takes some 10 s. */
const timeoutSeconds = 15;

/**
 * What the API server asks the webhook. Services are few, and all of them are asked about; of all else only what is marked, so that
 * nothing else waits for the webhook.
 */
export function criticalServiceWebhooks(providers: readonly ResourceTypeIr[]): readonly FeatureWebhook[] {
  const shared = { path: criticalServicesPath, timeoutSeconds };
  const marked = [{ group: "", resource: "namespaces" }, ...providers];
  return [
    {
      ...shared,
      name: "service.critical-services.holdfast.dev",
      rules: deletesOf([criticalServices]),
      keeps: [criticalServices],
    },
    {
      ...shared,
      name: "definition.critical-services.holdfast.dev",
      rules: deletesOf([definitions]),
      keeps: [definitions],
      // By the object: requests for collections have no name.
      matchConditions: [
        { name: "is-of-critical-services", expression: `oldObject.metadata.name == '${criticalServicesDefinitionName}'` },
      ],
    },
    {
      ...shared,
      name: "provider.critical-services.holdfast.dev",
      rules: deletesOf(marked),
      keeps: marked,
      objects: { matchExpressions: [{ key: criticalMark.label, operator: "In", values: ["true"] }] },
    },
  ];
}
