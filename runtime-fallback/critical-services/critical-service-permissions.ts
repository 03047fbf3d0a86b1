import { type ProviderResource, criticalServices, usualProviders } from "../../compiler/fallback/critical-services.ts";
import type { Permissions, PolicyRule } from "../controller/policy-rule.ts";

const services = { apiGroups: [criticalServices.group], resources: [criticalServices.resource] };

/**
 * Of the webhook. Criteria look at what is declared here and at nothing else: a criterion about another resource keeps its provider, because
 * it cannot be answered. What is served everybody may ask (`system:discovery`).
 */
export function criticalWebhookPermissions(
  criteria: readonly ProviderResource[],
  providers: readonly ProviderResource[] = usualProviders,
): Permissions {
  return {
    role: [],
    clusterRole: [
      { ...services, verbs: ["list"] },
      ...criteria.map((one) => ({ ...ruleOf(one), verbs: ["get", "list"] })),
      ...providers.map((one) => ({ ...ruleOf(one), verbs: ["get"] })),
    ],
  };
}

/** Of the controller, which writes marks and conditions. */
export function criticalControllerPermissions(providers: readonly ProviderResource[] = usualProviders): Permissions {
  const marked = [{ group: "", resource: "namespaces" }, ...providers];
  return {
    role: [],
    clusterRole: [
      { ...services, verbs: ["get", "list", "watch"] },
      { ...services, resources: [`${criticalServices.resource}/status`], verbs: ["patch"] },
      ...marked.map((one) => ({ ...ruleOf(one), verbs: ["get", "list", "watch", "patch"] })),
    ],
  };
}

function ruleOf({ group, resource }: ProviderResource): Omit<PolicyRule, "verbs"> {
  return { apiGroups: [group], resources: [resource] };
}
