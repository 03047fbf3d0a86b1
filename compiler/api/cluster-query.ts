import type { Resource, Which } from "../language/cluster.ts";
import type { KubernetesObject } from "../language/objects.ts";
import type { GroupVersionResource } from "./resource.ts";
import type { RecordShape } from "./shape.ts";

/** A resource that a rule may query, and the fields that it may read. */
export interface AskedResource {
  readonly resource: GroupVersionResource;
  readonly shape: RecordShape;
}

/** A query of a rule about other objects in the cluster. */
export interface ClusterQuery {
  readonly resource: Resource;
  readonly which: Which;
  /** Converts an object to the view that a rule sees, for indices. One function for each shape. */
  readonly viewOf: (object: unknown) => unknown;
}

/** Returns the selected objects as plain JSON. May throw `Unanswered`, which ends the evaluation. */
export type ClusterAnswers = (query: ClusterQuery) => readonly unknown[];

/** Whether a query selects the object. The object must be of the resource of the query. */
export function isMeant({ resource, which, viewOf }: ClusterQuery, object: unknown): boolean {
  const view = viewOf(object) as KubernetesObject;
  const { metadata } = view;
  const { namespace, name, uid, labels, finalizer, owner, index } = which;
  return (
    isSame(namespace, metadata.namespace ?? "") &&
    isSame(name, metadata.name) &&
    isSame(uid, metadata.uid) &&
    every(labels, (key, value) => metadata.labels?.[key] === value) &&
    (finalizer === undefined || metadata.finalizers?.includes(finalizer) === true) &&
    (owner === undefined || metadata.ownerReferences?.some((reference) => reference.uid === owner) === true) &&
    every(index, (key, value) => resource.indices?.[key]?.(view) === value)
  );
}

function every(texts: Readonly<Record<string, string>> | undefined, is: (key: string, value: string) => boolean): boolean {
  return texts === undefined || Object.entries(texts).every(([key, value]) => is(key, value));
}

function isSame(wanted: string | undefined, found: string): boolean {
  return wanted === undefined || wanted === found;
}
