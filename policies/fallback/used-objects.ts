import { type Cluster, type KubernetesObject, type Match, type Resource, type ResourceType, ascii } from "holdfast";
import {
  type Usage,
  clusterUsages,
  crossplaneClusterUsages,
  crossplaneUsages,
  groupOf,
  usedInNamespace,
  usedInNone,
  legacyUsages,
  usages,
} from "./usage-kinds.ts";

/** Set by the controller before a Usage says that it is ready, and taken away by it after the last Usage is gone. */
const IN_USE = "holdfast.dev/in-use";

/** Each Usage writes itself into the object that it uses: `usage.holdfast.dev/<its UID>`, with its key. */
export const ENTRY = "usage.holdfast.dev/";

/** Asks for a delete once nothing uses the object: `<its UID>/<time>`, and `/Foreground` or `/Orphan` where that is meant. */
export const ATTEMPT = "holdfast.dev/delete-when-unused";

/**
 * Under this name it is written. The name is one of the request, and no part of the object: a controller that copies annotations, as from a
 * Deployment to its ReplicaSets and from a claim to its composite, writes under a name of its own, whatever the annotation says.
 */
export const ATTEMPT_MANAGER = "holdfast-delete-when-unused";

/** What may be used, as many kinds as you like: `usages.of` in fallback.ts is this list, too, so that a kind is added here and nowhere else. */
export const USED: readonly ResourceType[] = [
  { group: "", resource: "configmaps" },
  { group: "", resource: "persistentvolumeclaims" },
  { group: "", resource: "secrets" },
  { group: "apps", resource: "deployments" },
  { group: "apps", resource: "statefulsets" },
];

/** The same with `/*`: labels and annotations can be changed through subresources, too, such as PATCH persistentvolumeclaims/status. */
export const USABLE: readonly Match[] = USED.map(({ group, resource }) => ({ group, resource: `${resource}/*` }));

export const isInUse = ({ metadata }: KubernetesObject): boolean => metadata.labels?.[IN_USE] === "true";

/** The entries of Usages in the object. */
export function entriesOf({ metadata }: KubernetesObject): readonly string[] {
  return Object.keys(metadata.annotations ?? {}).filter((key) => key.startsWith(ENTRY));
}

/** The Usage of an entry, `usages.protection.holdfast.dev/shop/keep`: one read by its key. */
function usageOfEntry(key: string, { metadata }: KubernetesObject, cluster: Cluster): Usage | undefined {
  const text = ascii(metadata.annotations?.[key] ?? "") ?? "";
  const place = text.slice(text.indexOf("/") + 1);
  const slash = place.indexOf("/");
  const uid = ascii(key)?.slice(ENTRY.length) ?? "";
  const which = { namespace: place.slice(0, slash), name: place.slice(slash + 1), uid };
  if (text.startsWith("usages.protection.holdfast.dev/")) return cluster.list(usages, which)[0];
  if (text.startsWith("clusterusages.protection.holdfast.dev/")) return cluster.list(clusterUsages, which)[0];
  if (text.startsWith("usages.protection.crossplane.io/")) return cluster.list(crossplaneUsages, which)[0];
  if (text.startsWith("clusterusages.protection.crossplane.io/")) return cluster.list(crossplaneClusterUsages, which)[0];
  return text.startsWith("usages.apiextensions.crossplane.io/") ? cluster.list(legacyUsages, which)[0] : undefined;
}

/** The same where the Usage stands and still names the object: one of Crossplane's can come to name another. */
export function usageAt(key: string, object: KubernetesObject, cluster: Cluster): Usage | undefined {
  const usage = usageOfEntry(key, object, cluster);
  if (usage === undefined) return undefined;
  const {
    apiVersion,
    kind,
    metadata: { namespace, name },
  } = object;
  const group = groupOf(apiVersion);
  const isNamed =
    namespace === undefined
      ? usedInNone(usage) === `${group}/${kind}/${name}`
      : usedInNamespace(usage) === `${group}/${kind}/${namespace}/${name}`;
  return isNamed ? usage : undefined;
}

/** The Usages of one resource that name the object. */
function usagesIn(of: Resource<Usage>, { apiVersion, kind, metadata }: KubernetesObject, cluster: Cluster): readonly Usage[] {
  const { namespace, name } = metadata;
  const group = groupOf(apiVersion);
  return namespace === undefined
    ? cluster.list(of, { index: { inNone: `${group}/${kind}/${name}` } })
    : cluster.list(of, { index: { inNamespace: `${group}/${kind}/${namespace}/${name}` } });
}

/** Every Usage that names the object, to be named in a message: the webhook has them in its memory, where it has found one of them. */
export function usagesOf(object: KubernetesObject, cluster: Cluster): readonly Usage[] {
  return [
    ...usagesIn(usages, object, cluster),
    ...usagesIn(clusterUsages, object, cluster),
    ...usagesIn(crossplaneUsages, object, cluster),
    ...usagesIn(crossplaneClusterUsages, object, cluster),
    ...usagesIn(legacyUsages, object, cluster),
  ];
}
