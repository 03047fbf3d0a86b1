import { type KubernetesObject, type NamespaceObject, type WayOut, deletionPolicy } from "holdfast";
import type { PersistentVolumeClaim, Pod } from "holdfast/kinds";

/** Pods and claims themselves are deleted as ever; only the guard of their Namespace is wanted. */
const byItself: WayOut = { name: "byItself", when: () => true };

const isCascading = (namespace: NamespaceObject | undefined): boolean =>
  namespace?.metadata.labels?.["policy.kruise.io/delete-protection"] === "Cascading";

const isStaying = ({ metadata }: KubernetesObject): boolean => metadata.deletionTimestamp === undefined;

/**
 * OpenKruise: a Namespace with the label `policy.kruise.io/delete-protection: Cascading` is not deleted while it holds active Pods
 * or bound PersistentVolumeClaims. The way out: delete those, or take the label off.
 *
 * A Pod is active until it has succeeded, failed, or begun to terminate. Source:
 * openkruise/kruise:pkg/webhook/util/deletionprotection/deletion_protection.go.
 */
export default [
  deletionPolicy<Pod>({
    name: "kruise-cascading-pods",
    match: [{ group: "", version: "v1", resource: "pods" }],
    waysOut: [byItself],
    guards: {
      release: "clear-mark",
      owners: { off: "Pods are deleted as ever" },
      evictions: { off: "Pods are deleted as ever" },
    },
    rules: {
      active: {
        denyWhen: ({ oldObject, namespaceObject }) =>
          isCascading(namespaceObject) &&
          isStaying(oldObject) &&
          !["Succeeded", "Failed"].includes(oldObject.status?.phase ?? ""),
        message: ({ oldObject }) => `Pod ${oldObject.metadata.name} is active`,
      },
    },
  }),
  deletionPolicy<PersistentVolumeClaim>({
    name: "kruise-cascading-claims",
    match: [{ group: "", version: "v1", resource: "persistentvolumeclaims" }],
    waysOut: [byItself],
    guards: { release: "clear-mark", owners: { off: "PersistentVolumeClaims are deleted as ever" } },
    rules: {
      bound: {
        denyWhen: ({ oldObject, namespaceObject }) =>
          isCascading(namespaceObject) && isStaying(oldObject) && oldObject.status?.phase === "Bound",
        message: ({ oldObject }) => `PersistentVolumeClaim ${oldObject.metadata.name} is bound`,
      },
    },
  }),
];
