import type { KubernetesObject } from "../../language/objects.ts";
import type { ClusterQuery } from "./cluster.ts";

/** Whether a query means the object, which is of its resource. */
export function isMeant({ resource, which, viewOf }: ClusterQuery, object: unknown): boolean {
  const view = viewOf(object) as KubernetesObject;
  const { metadata } = view;
  const { namespace, name, uid, labels = {}, finalizer, owner, index = {} } = which;
  return (
    isSame(namespace, metadata.namespace ?? "") &&
    isSame(name, metadata.name) &&
    isSame(uid, metadata.uid) &&
    Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value) &&
    (finalizer === undefined || metadata.finalizers?.includes(finalizer) === true) &&
    (owner === undefined || metadata.ownerReferences?.some((reference) => reference.uid === owner) === true) &&
    Object.entries(index).every(([key, value]) => resource.indices?.[key]?.(view) === value)
  );
}

function isSame(wanted: string | undefined, found: string): boolean {
  return wanted === undefined || wanted === found;
}
