import type { Resource, Which } from "../language/cluster.ts";
import type { KubernetesObject } from "../language/objects.ts";
import type { GroupVersionResource } from "./resource.ts";
import type { RecordShape } from "./shape.ts";

/** A resource that a rule may ask about, and what it may read of such objects. */
export interface AskedResource {
  readonly resource: GroupVersionResource;
  readonly shape: RecordShape;
}

/** What a rule asks about the rest of the cluster. */
export interface ClusterQuery {
  readonly resource: Resource;
  readonly which: Which;
  /** What a rule sees of an object, for indices: one function for each shape. */
  readonly viewOf: (object: unknown) => unknown;
}

/** Answers with the objects that are meant, as plain JSON. May throw an `Unanswered`, which ends the evaluation. */
export type ClusterAnswers = (query: ClusterQuery) => readonly unknown[];

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
