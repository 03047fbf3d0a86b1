import { markEntries, marks, protectionGroup } from "./names.ts";

export const criticalServiceResource = { group: protectionGroup, version: "v1alpha1", resource: "criticalservices" } as const;

/** Its definition: with it all services would go, and of those nobody is asked then. */
export const criticalServicesDefinitionName = `${criticalServiceResource.resource}.${criticalServiceResource.group}`;
export const customResourceDefinitions = { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" } as const;

/**
 * On a provider and on its Namespace: only what carries it is asked about. `policies/fallback/critical-services.ts`
 * keeps both.
 */
export const criticalMark = {
  label: marks.critical,
  /** Each service writes itself into what it marks: `critical.holdfast.dev/<its UID>`. */
  entry: markEntries.critical,
} as const;

/** Where the webhook is asked. */
export const criticalServicesPath = "/critical-services";
