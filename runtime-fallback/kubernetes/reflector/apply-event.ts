import { errorMessage } from "../../../compiler/api/helpful-error.ts";
import type { WatchEvent } from "../api-server.ts";
import { isStoredObject, keyOf, resourceVersionOf, type StoredObject } from "../stored-object.ts";
import type { Change, StoreEntry, WritableStore } from "./store.ts";
import { Inconsistent, ProjectionFailed, WatchError } from "./failure.ts";

export type Projection<T> = (object: StoredObject) => T;

export interface Applied<T> {
  readonly changes: readonly Change<T>[];
  /** From which a watch goes on after this event. */
  readonly version: string;
}

/** Where events go, and what is kept of them. */
export interface Target<T> {
  readonly store: WritableStore<T>;
  readonly project: Projection<T>;
}

/**
 * Brings one event into the store. Throws, with the store as it was, where it is an error of the server or cannot
 * follow what came before: then a list tells what is true. It is never guessed, for a guess may lose an object.
 */
export function applyEvent<T>({ store, project }: Target<T>, event: WatchEvent, version: string): Applied<T> {
  const { type, object } = event;
  if (type === "ERROR") throw new WatchError(object);
  if (type === "BOOKMARK") return { changes: [], version: newest(version, bookmarkVersion(object)) };
  if (!isStoredObject(object)) throw new Inconsistent(`an event ${type} without name, uid or resourceVersion of an object`);
  const next = object.metadata.resourceVersion;
  if (isKnown(store, type, object)) return { changes: [], version: newest(version, next) };
  if (!isAfter(next, version)) throw new Inconsistent(`an event of version ${next} after one of ${version}`);
  if (type === "DELETED") return { changes: remove(store, object), version: next };
  return { changes: store.put(entryOf(project, object)), version: next };
}

export function entryOf<T>(project: Projection<T>, object: StoredObject): StoreEntry<T> {
  const { uid, resourceVersion } = object.metadata;
  return { key: keyOf(object), uid, resourceVersion, object: projected(project, object) };
}

function projected<T>(project: Projection<T>, object: StoredObject): T {
  try {
    return project(object);
  } catch (error) {
    throw new ProjectionFailed(errorMessage(error), { cause: error });
  }
}

/** The same event twice, which does no harm. */
function isKnown(store: WritableStore<unknown>, type: string, object: StoredObject): boolean {
  const stored = store.identityOf(keyOf(object));
  if (type === "DELETED") return stored === undefined;
  return stored?.uid === object.metadata.uid && stored.resourceVersion === object.metadata.resourceVersion;
}

/** By its name alone, an object made anew would be lost with the end of its predecessor. */
function remove<T>(store: WritableStore<T>, object: StoredObject): readonly Change<T>[] {
  const key = keyOf(object);
  if (store.identityOf(key)?.uid === object.metadata.uid) return store.remove(key);
  throw new Inconsistent("an object was deleted that is not the one of this name which is known");
}

function bookmarkVersion(object: Readonly<Record<string, unknown>>): string {
  const version = resourceVersionOf(object);
  if (version === undefined) throw new Inconsistent("a bookmark without resourceVersion");
  return version;
}

function newest(version: string, other: string): string {
  return isAfter(other, version) ? other : version;
}

const decimal = /^[1-9]\d*$/;

/** Versions of etcd are numbers and grow. Of servers with other ones the order is not known, and they are believed. */
function isAfter(next: string, version: string): boolean {
  if (!decimal.test(next) || !decimal.test(version)) return true;
  return next.length === version.length ? next > version : next.length > version.length;
}
