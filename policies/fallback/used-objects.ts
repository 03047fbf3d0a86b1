import type { Cluster, KubernetesObject, Match, Resource, Stored } from "holdfast";
import {
  type Usage,
  clusterUsages,
  crossplaneClusterUsages,
  crossplaneUsages,
  groupOf,
  legacyUsages,
  usages,
} from "./usage-kinds.ts";

/** Set by the controller before a Usage says that it is ready, and taken away by it after the last Usage is gone. */
const IN_USE = "holdfast.dev/in-use";

/** Asks for a delete once nothing uses the object: `<its UID>/<time>`, and `/Foreground` or `/Orphan` where that is meant. */
export const ATTEMPT = "holdfast.dev/delete-when-unused";

/** What may be used: the same as `usages.of` in fallback.ts, and as many kinds as you like. */
export const USABLE: readonly Match[] = [
  { group: "", resource: "configmaps" },
  { group: "", resource: "persistentvolumeclaims" },
  { group: "", resource: "secrets" },
  { group: "apps", resource: "deployments" },
  { group: "apps", resource: "statefulsets" },
];

export const isInUse = ({ metadata }: Stored<KubernetesObject>): boolean => metadata.labels?.[IN_USE] === "true";

/** The Usages of one resource that name the object. */
function usagesIn(
  of: Resource<Usage>,
  { apiVersion, kind, metadata }: Stored<KubernetesObject>,
  cluster: Cluster,
): readonly Stored<Usage>[] {
  const { namespace, name } = metadata;
  const group = groupOf(apiVersion);
  return namespace === undefined
    ? cluster.list(of, { index: { inNone: `${group}/${kind}/${name}` } })
    : cluster.list(of, { index: { inNamespace: `${group}/${kind}/${namespace}/${name}` } });
}

/** Every Usage of the object, whatever group it is of. */
export function usagesOf(object: Stored<KubernetesObject>, cluster: Cluster): readonly Stored<Usage>[] {
  return [
    ...usagesIn(usages, object, cluster),
    ...usagesIn(clusterUsages, object, cluster),
    ...usagesIn(crossplaneUsages, object, cluster),
    ...usagesIn(crossplaneClusterUsages, object, cluster),
    ...usagesIn(legacyUsages, object, cluster),
  ];
}
