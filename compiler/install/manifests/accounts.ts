import { names } from "../settings.ts";
import type { Contents, Asking } from "./contents.ts";
import { controllerRights, controllerRightsInNamespace } from "./controller-rights.ts";
import { type ManifestObject, describedBy } from "./manifest-object.ts";
import type { Process } from "./pod.ts";
import type { FallbackIr } from "../../ir/fallback.ts";
import { type GroupResource, type PolicyRule, namespaces } from "../../api/resource.ts";
import { criticalServiceResource } from "../../api/critical-services.ts";
import { isPattern, groupCovers, splitResource } from "../../api/coverage.ts";
import { lookedFor, needsNamespaceLook } from "../webhooks/namespace-webhooks.ts";
import { readsNamespace } from "../webhooks/asked.ts";
import { read, rulesFor, withServed } from "./policy-rule.ts";

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
    ...(events ? rulesFor([{ group: "events.k8s.io", resource: "events" }], ["create", "patch"]) : []),
  ]);
}

/** What a policy means that looks into Namespaces: RBAC knows no patterns, so the declaration says which groups there are. */
function contentsOf({ namespaceContents }: FallbackIr, policies: Asking["policies"]): readonly GroupResource[] {
  if (namespaceContents === undefined) return [];
  const entries = policies.filter(needsNamespaceLook).flatMap(lookedFor);
  return entries.flatMap(({ group, resource }) => {
    const groups = isPattern(group) ? namespaceContents.groups.filter((one) => groupCovers(group, one)) : [group];
    return groups.map((one) => ({ group: one, resource: splitResource(resource).resource }));
  });
}
