import type { Contents, Asking } from "./contents.ts";
import { type ManifestObject, describedBy } from "./manifest-object.ts";
import type { Process } from "./pod.ts";
import { type GroupResource, type PolicyRule, namespaces } from "../../api/resource.ts";
import { isPattern, groupCovers, splitResource } from "../../api/coverage.ts";
import { lookedFor, needsNamespaceLook } from "../webhooks/namespace-webhooks.ts";
import { readsNamespace } from "../webhooks/asked.ts";
import { read, rulesFor, withServed, rulesForNamed, subresources } from "./policy-rule.ts";
import type { FallbackIr, UsagesIr } from "../../ir/fallback.ts";
import { names } from "../settings.ts";
import { criticalServiceResource } from "../../api/critical-services.ts";
import { usageKindsOf, crossplaneGroups } from "../../api/usage-kinds.ts";

/** A service account for each process, with the rights that it needs and no others. */
export function accountObjects(contents: Contents): readonly ManifestObject[] {
  const { fallback, processes } = contents;
  const rights = { webhook: () => webhookRights(fallback, contents), controller: () => controllerRights(fallback) };
  return processes.flatMap((process) => [
    account(contents, process),
    ...clusterWide(contents, process, rights[process]()),
    ...(process === "controller" ? inNamespace(contents, process, controllerRightsInNamespace(fallback)) : []),
  ]);
}

/** Only Pods that ask for a token get one: ours do. */
function account(contents: Contents, process: Process): ManifestObject {
  return {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: describedBy(contents, { name: names[process], wave: "foundation" }),
    automountServiceAccountToken: false,
  };
}

function clusterWide(contents: Contents, process: Process, rules: readonly PolicyRule[]): readonly ManifestObject[] {
  if (rules.length === 0) return [];
  const metadata = describedBy(contents, { name: names[process], wave: "foundation", isClusterScoped: true });
  return [
    { apiVersion: rbac, kind: "ClusterRole", metadata, rules },
    { apiVersion: rbac, kind: "ClusterRoleBinding", metadata, ...grant("ClusterRole", contents, process) },
  ];
}

function inNamespace(contents: Contents, process: Process, rules: readonly PolicyRule[]): readonly ManifestObject[] {
  const metadata = describedBy(contents, { name: names[process], wave: "foundation" });
  return [
    { apiVersion: rbac, kind: "Role", metadata, rules },
    { apiVersion: rbac, kind: "RoleBinding", metadata, ...grant("Role", contents, process) },
  ];
}

const rbac = "rbac.authorization.k8s.io/v1";

function grant(kind: "Role" | "ClusterRole", { fallback }: Contents, process: Process): object {
  return {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: names[process] },
    subjects: [{ kind: "ServiceAccount", name: names[process], namespace: fallback.namespace }],
  };
}

const eventObjects: GroupResource = { group: "events.k8s.io", resource: "events" };
const accessReviews: GroupResource = { group: "authorization.k8s.io", resource: "subjectaccessreviews" };

/** What the webhook may do in the whole cluster: read what rules and features ask about, and nothing else. */
function webhookRights(fallback: FallbackIr, { rules, policies }: Asking): readonly PolicyRule[] {
  const { usages, criticalServices, appcat, events } = fallback;
  const isNamespaceRead = appcat !== undefined || rules.some(readsNamespace);
  return withServed([
    // Informers keep what rules ask about.
    ...rulesFor(
      rules.flatMap(({ asks }) => asks.map(({ resource }) => resource)),
      read,
    ),
    ...rulesFor(isNamespaceRead ? [namespaces] : [], ["get"]),
    // The rest is looked at when it is asked for, and not remembered.
    // It asks what others may do, which changes nothing.
    ...(usages === undefined ? [] : rulesFor([accessReviews], ["create"])),
    ...(criticalServices === undefined ? [] : rulesFor([criticalServiceResource], ["list"])),
    ...rulesFor(criticalServices?.criteria ?? [], ["get", "list"]),
    ...rulesFor([...(criticalServices?.providers ?? []), ...(appcat?.composites ?? [])], ["get"]),
    ...rulesFor(contentsOf(fallback, policies), ["list"]),
    ...(events ? rulesFor([eventObjects], ["create", "patch"]) : []),
  ]);
}

/**
 * What a policy means that looks into Namespaces: RBAC knows no patterns, so the
 * declaration says which groups there are.
 */
function contentsOf({ namespaceContents }: FallbackIr, policies: Asking["policies"]): readonly GroupResource[] {
  if (namespaceContents === undefined) return [];
  const entries = policies.filter(needsNamespaceLook).flatMap(lookedFor);
  return entries.flatMap(({ group, resource }) => {
    const groups = isPattern(group) ? namespaceContents.groups.filter((one) => groupCovers(group, one)) : [group];
    return groups.map((one) => ({ group: one, resource: splitResource(resource).resource }));
  });
}

const mark = [...read, "patch"] as const;
const definitions: GroupResource = { group: crossplaneGroups.apiextensions, resource: "compositeresourcedefinitions" };

/** What the controller may do in the whole cluster. */
function controllerRights(fallback: FallbackIr): readonly PolicyRule[] {
  const { usages, unprotected } = fallback;
  const claims = fallback.foregroundClaims ?? [];
  return [
    ...withServed([
      ...(usages === undefined ? [] : ofUsages(usages)),
      ...ofCriticalServices(fallback),
      ...(unprotected === undefined ? [] : [...rulesFor(unprotected.of, mark), ...rulesFor([eventObjects], ["create"])]),
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
function controllerRightsInNamespace({ certificates, usages, criticalServices }: FallbackIr): readonly PolicyRule[] {
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
    ...rulesFor([eventObjects], ["create"]),
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
