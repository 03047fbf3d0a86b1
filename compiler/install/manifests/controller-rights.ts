import type { FallbackIr, UsagesIr } from "../../ir/fallback.ts";
import type { GroupResource, PolicyRule } from "../../api/resource.ts";
import { names } from "../settings.ts";
import { read, rulesFor, rulesForNamed, subresources, withServed } from "./policy-rule.ts";
import { criticalServiceResource } from "../../api/critical-services.ts";
import { usageKindsOf, crossplaneGroups } from "../../api/usage-kinds.ts";

const mark = [...read, "patch"] as const;
const definitions: GroupResource = { group: crossplaneGroups.apiextensions, resource: "compositeresourcedefinitions" };

/** What the controller may do in the whole cluster. */
export function controllerRights(fallback: FallbackIr): readonly PolicyRule[] {
  const { usages } = fallback;
  const claims = fallback.foregroundClaims ?? [];
  return [
    ...withServed([
      ...(usages === undefined ? [] : ofUsages(usages)),
      ...ofCriticalServices(fallback),
      ...claims.flatMap(({ claim, composite }) => [...rulesFor([claim], mark), ...rulesFor([composite], ["get", "delete"])]),
    ]),
    ...(claims.length === 0 ? [] : [rulesForNamed(definitions, definitionsOf(claims), ["get"])]),
    ...configurationRights(fallback),
  ];
}

/** It writes the certificate into it where that is its own, and compares it where something is promised. */
function configurationRights({ usages, criticalServices, certificates }: FallbackIr): readonly PolicyRule[] {
  const configurations = { group: "admissionregistration.k8s.io", resource: "validatingwebhookconfigurations" };
  const isWritten = certificates.kind === "self-managed";
  if (!isWritten && usages === undefined && criticalServices === undefined) return [];
  return [rulesForNamed(configurations, [names.configuration], isWritten ? ["get", "patch"] : ["get"])];
}

/** What it may do in its own namespace. RBAC cannot limit `create` by name: the object has none yet. */
export function controllerRightsInNamespace({ certificates, usages, criticalServices }: FallbackIr): readonly PolicyRule[] {
  const leases = { group: "coordination.k8s.io", resource: "leases" };
  const secrets = { group: "", resource: "secrets" };
  const own = [names.authoritySecret, names.servingSecret];
  return [
    ...rulesFor([leases], ["create"]),
    rulesForNamed(leases, [names.controller], ["get", "update"]),
    // The replicas of the webhook, each of which is asked what it decides.
    ...(usages === undefined && criticalServices === undefined
      ? []
      : rulesFor([{ group: "discovery.k8s.io", resource: "endpointslices" }], ["list"])),
    // One that somebody made immutable goes, and is made anew.
    ...(certificates.kind === "self-managed"
      ? [...rulesFor([secrets], ["create"]), rulesForNamed(secrets, own, ["get", "update", "delete"])]
      : []),
    // When it ends; of the Secret it sees nothing.
    ...(certificates.kind === "cert-manager"
      ? [rulesForNamed({ group: "cert-manager.io", resource: "certificates" }, [names.servingSecret], ["get"])]
      : []),
  ];
}

/** A Usage is deleted with what uses. What is used is deleted only where deletes are replayed. */
function ofUsages(usages: UsagesIr): readonly PolicyRule[] {
  const kept = usageKindsOf(usages.origins);
  return [
    ...rulesFor(kept, [...mark, "delete"]),
    ...rulesFor(subresources(kept, "status"), ["patch"]),
    ...rulesFor(usages.of, usages.replay ? [...mark, "delete"] : mark),
    ...rulesFor(usages.by, read),
    ...rulesFor(usages.composites, ["get"]),
    ...rulesFor([{ group: "events.k8s.io", resource: "events" }], ["create"]),
  ];
}

function ofCriticalServices({ criticalServices }: FallbackIr): readonly PolicyRule[] {
  if (criticalServices === undefined) return [];
  return [
    ...rulesFor([criticalServiceResource], read),
    ...rulesFor(subresources([criticalServiceResource], "status"), ["patch"]),
    ...rulesFor([...criticalServices.providers, { group: "", resource: "namespaces" }], mark),
    // It reports what the webhook decides by.
    ...rulesFor(criticalServices.criteria, ["get", "list"]),
  ];
}

/** What claims without a policy of their own mean, the definition of their composites says. */
function definitionsOf(claims: NonNullable<FallbackIr["foregroundClaims"]>): readonly string[] {
  return claims.map(({ composite: { group, resource } }) => `${resource}.${group}`);
}
