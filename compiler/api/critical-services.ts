import { markEntries, marks, protectionGroup } from "./names.ts";

export const criticalServiceResource = { group: protectionGroup, version: "v1alpha1", resource: "criticalservices" } as const;

/** The name of its CustomResourceDefinition. Deleting that would delete all services, without a review for each. */
export const criticalServicesDefinitionName = `${criticalServiceResource.resource}.${criticalServiceResource.group}`;
export const customResourceDefinitions = { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" } as const;

/**
 * The mark on a provider and its Namespace. The webhook is only called for marked objects.
 * `policies/fallback/critical-services.ts` protects both marks.
 */
export const criticalMark = {
  label: marks.critical,
  /** Prefix of an annotation for each service: `critical.holdfast.dev/<UID of the service>`. */
  entry: markEntries.critical,
} as const;

/** The path of the webhook. */
export const criticalServicesPath = "/critical-services";
