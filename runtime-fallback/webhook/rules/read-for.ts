import type { ClusterQuery } from "../../../compiler/api/cluster-query.ts";

/**
 * What is read to answer a query: all that the API server can choose by, and nothing that only the webhook looks at. So queries that
 * differ by an index, an owner or a UID are one read, and whatever an index is called, its function is asked of every object.
 */
export function readFor({ resource, which, viewOf }: ClusterQuery): ClusterQuery {
  const { namespace, name, labels } = which;
  const chosen = {
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(labels !== undefined && { labels }),
  };
  return { resource, which: chosen, viewOf };
}

/** The same text for the same read, in whatever order its labels are written. */
export function readKey({ resource: { group, version, resource }, which }: ClusterQuery): string {
  const labels = Object.entries(which.labels ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([group, version, resource, which.namespace, which.name, labels]);
}
