import type { ApiServer } from "../api-server.ts";
import { type ListOptions, type ListQuery, findListed } from "../list.ts";
import type { StoredObject } from "../stored-object.ts";

export interface FindOptions extends ListOptions {
  readonly wanted: (object: StoredObject) => boolean;
}

/**
 * The first of a list that is wanted; later pages are not read. Undefined only where everything was read, of one resourceVersion: where
 * that expires before the last page, everything is read once more.
 */
export function findFirst(
  server: ApiServer,
  query: ListQuery,
  { wanted, ...options }: FindOptions,
): Promise<StoredObject | undefined> {
  return findListed(server, query, { ...options, find: (object) => (wanted(object) ? object : undefined) });
}
