import type { ValidatingWebhook } from "../manifest/kubernetes-objects.ts";
import { type FallbackSettings, names } from "./settings.ts";

/** Objects that may provide a critical service: all of one resource, in whatever version. */
export interface ProviderResource {
  readonly group: string;
  /** The plural. */
  readonly resource: string;
}

/** What the document begins with. */
export const usualProviders: readonly ProviderResource[] = [{ group: "apps", resource: "deployments" }];

export const criticalServices = { group: "protection.holdfast.dev", version: "v1alpha1", resource: "criticalservices" } as const;

/** Its definition: with it all services would go, and of those nobody is asked then. */
export const criticalServicesDefinitionName = `${criticalServices.resource}.${criticalServices.group}`;
export const definitions = { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" } as const;

/** On a provider and on its Namespace: only what carries it is asked about. `policies/fallback/critical-services.ts` keeps both. */
export const criticalMark = {
  label: "holdfast.dev/critical",
  /** Each service writes itself into what it marks: `critical.holdfast.dev/<its UID>`. */
  entry: "critical.holdfast.dev/",
} as const;

/** Where the webhook is asked. */
export const criticalServicesPath = "/critical-services";

/** Below the 34 s that the API server takes for a delete, for which it may ask twice; listing 100,000 objects takes some 10 s. */
const timeoutSeconds = 15;

/**
 * What the API server asks the webhook. Services are few, and all of them are asked about; of all else only what is marked, so that
 * nothing else waits for the webhook. What runs Holdfast itself depends on nobody (threats A2).
 */
export function criticalServiceWebhooks(
  settings: FallbackSettings,
  providers: readonly ProviderResource[] = usualProviders,
): readonly ValidatingWebhook[] {
  const rule = (group: string, resource: string) => ({
    apiGroups: [group],
    apiVersions: ["*"],
    operations: ["DELETE"] as const,
    resources: [resource],
    scope: "*" as const,
  });
  const outside = [{ key: "kubernetes.io/metadata.name", operator: "NotIn" as const, values: [settings.namespace] }];
  const shared = {
    clientConfig: {
      service: { namespace: settings.namespace, name: names.webhook, path: criticalServicesPath, port: 443 },
    },
    failurePolicy: "Fail",
    matchPolicy: "Equivalent",
    sideEffects: "None",
    timeoutSeconds,
    admissionReviewVersions: ["v1"],
  } as const;
  return [
    {
      ...shared,
      name: "service.critical-services.holdfast.dev",
      rules: [rule(criticalServices.group, criticalServices.resource)],
      namespaceSelector: {},
      objectSelector: {},
    },
    {
      ...shared,
      name: "definition.critical-services.holdfast.dev",
      rules: [rule(definitions.group, definitions.resource)],
      namespaceSelector: {},
      objectSelector: {},
      // By the object: requests for collections have no name.
      matchConditions: [
        { name: "is-of-critical-services", expression: `oldObject.metadata.name == '${criticalServicesDefinitionName}'` },
      ],
    },
    {
      ...shared,
      name: "provider.critical-services.holdfast.dev",
      rules: [rule("", "namespaces"), ...providers.map(({ group, resource }) => rule(group, resource))],
      namespaceSelector: { matchExpressions: outside },
      objectSelector: { matchExpressions: [{ key: criticalMark.label, operator: "In", values: ["true"] }] },
    },
  ];
}
