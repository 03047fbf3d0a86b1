import { isJsonObject, type JsonObject, isFilledText } from "../../compiler/api/json.ts";
import type { ObjectKey } from "./resource.ts";

export interface StoredMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly [field: string]: unknown;
}

/** Any object that an API server stores. Beyond these fields nothing is known of it. */
export interface StoredObject {
  readonly metadata: StoredMetadata;
  readonly [field: string]: unknown;
}

/**
 * No API server hands out an object without name, uid and version: what has none of these
 * is no object, whoever sent it.
 */
export function isStoredObject(value: unknown): value is StoredObject {
  if (!isJsonObject(value) || !isJsonObject(value["metadata"])) return false;
  const { name, namespace, uid, resourceVersion } = value["metadata"];
  const inNoNamespace = namespace === undefined || isFilledText(namespace);
  return isFilledText(name) && isFilledText(uid) && isFilledText(resourceVersion) && inNoNamespace;
}

export function keyOf({ metadata: { name, namespace } }: StoredObject): ObjectKey {
  return namespace === undefined ? { name } : { namespace, name };
}

/** Its deletion has begun. */
export function isTerminating({ metadata }: StoredObject): boolean {
  return metadata["deletionTimestamp"] !== undefined;
}

/** Of a list, or of a bookmark. */
export function resourceVersionOf({ metadata }: JsonObject): string | undefined {
  const version = isJsonObject(metadata) ? metadata["resourceVersion"] : undefined;
  return isFilledText(version) ? version : undefined;
}
