import type { GroupResource } from "../../api/resource.ts";
import { type FeatureWebhook, deletesOf } from "./feature-webhook.ts";
import {
  criticalMark,
  criticalServiceResource,
  criticalServicesDefinitionName,
  criticalServicesPath,
  customResourceDefinitions,
} from "../../api/critical-services.ts";

/**
 * Below the 34 s that the API server takes for a delete, for which it may ask twice; listing
 * 100,000 objects takes some 10 s.
 */
const timeoutSeconds = 15;

/**
 * What the API server asks the webhook. Services are few, and all of them are asked about; of all else only what is
 * marked, so that nothing else waits for the webhook.
 */
export function criticalServiceWebhooks(providers: readonly GroupResource[]): readonly FeatureWebhook[] {
  const shared = { path: criticalServicesPath, timeoutSeconds };
  const marked = [{ group: "", resource: "namespaces" }, ...providers];
  return [
    {
      ...shared,
      name: "service.critical-services.holdfast.dev",
      rules: deletesOf([criticalServiceResource]),
      keeps: [criticalServiceResource],
    },
    {
      ...shared,
      name: "definition.critical-services.holdfast.dev",
      rules: deletesOf([customResourceDefinitions]),
      keeps: [customResourceDefinitions],
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
