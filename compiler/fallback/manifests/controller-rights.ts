import type { FallbackIr, ResourceTypeIr } from "../../ir/fallback.ts";
import { names } from "../settings.ts";
import { type PolicyRule, merged, read, rulesFor, rulesForNamed, subresources } from "./policy-rule.ts";
import { criticalServiceType, ownUsageTypes } from "./webhook-rights.ts";

const change = ["get", "update", "patch"] as const;
const mark = [...read, "patch"] as const;

/** What the controller may do in the whole cluster. */
export function controllerRights(fallback: FallbackIr): readonly PolicyRule[] {
  const configurations = { group: "admissionregistration.k8s.io", resource: "validatingwebhookconfigurations" };
  const rules = [...ofUsages(fallback), ...ofCriticalServices(fallback), ...ofForegroundClaims(fallback)];
  return merged([
    ...rules,
    ...(rules.length > 0 ? rulesFor([{ group: "events.k8s.io", resource: "events" }], ["create", "patch"]) : []),
    ...(fallback.certificates.kind === "self-managed" ? [rulesForNamed(configurations, [names.configuration], change)] : []),
  ]);
}

/** What it may do in its own namespace. RBAC cannot limit `create` by name: the object has none yet. */
export function controllerRightsInNamespace({ certificates }: FallbackIr): readonly PolicyRule[] {
  const leases = { group: "coordination.k8s.io", resource: "leases" };
  const secrets = { group: "", resource: "secrets" };
  const own = [names.authoritySecret, names.servingSecret];
  return [
    ...rulesFor([leases], ["create"]),
    rulesForNamed(leases, [names.controller], change),
    ...(certificates.kind === "self-managed" ? [...rulesFor([secrets], ["create"]), rulesForNamed(secrets, own, change)] : []),
    // When it ends; of the Secret it sees nothing.
    ...(certificates.kind === "cert-manager"
      ? [rulesForNamed({ group: "cert-manager.io", resource: "certificates" }, [names.servingSecret], ["get"])]
      : []),
  ];
}

/** The state of Crossplane's Usages is Crossplane's. */
function ofUsages({ usages }: FallbackIr): readonly PolicyRule[] {
  if (usages?.origins.includes("holdfast") !== true) return [];
  return [
    ...kept(ownUsageTypes),
    ...rulesFor(usages.of, usages.replay ? [...mark, "delete"] : mark),
    ...rulesFor(usages.by, read),
  ];
}

function ofCriticalServices({ criticalServices }: FallbackIr): readonly PolicyRule[] {
  if (criticalServices === undefined) return [];
  const { providers, criteria } = criticalServices;
  return [
    ...kept([criticalServiceType]),
    ...rulesFor([...providers, { group: "", resource: "namespaces" }], mark),
    ...rulesFor(criteria, read),
  ];
}

function ofForegroundClaims({ foregroundClaims }: FallbackIr): readonly PolicyRule[] {
  if (foregroundClaims === undefined) return [];
  return [...rulesFor(foregroundClaims.claims, mark), ...rulesFor(foregroundClaims.composites, [...read, "delete"])];
}

/** Objects whose state and finalizers are the controller's. */
function kept(types: readonly ResourceTypeIr[]): readonly PolicyRule[] {
  return [
    ...rulesFor(types, [...read, "update", "patch"]),
    ...rulesFor(subresources(types, "status"), ["update", "patch"]),
    ...rulesFor(subresources(types, "finalizers"), ["update"]),
  ];
}
