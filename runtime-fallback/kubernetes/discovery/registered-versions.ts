import type { ApiServer } from "../api-server.ts";
import type { GetOptions } from "../get.ts";
import { listProjected } from "../list.ts";
import { printable } from "../../escape-text.ts";

export interface VersionId {
  readonly group: string;
  readonly version: string;
}

const apiServices = { group: "apiregistration.k8s.io", version: "v1", resource: "apiservices" } as const;

/**
 * Rejects where a version that is meant is registered and not among those that the API server says it serves. One that
 * has just started answers `/apis` before it knows every group (kube-aggregator answers it from an informer, which only
 * /readyz waits for), so that a group it does not name may be full of objects. The list of APIServices comes from the
 * storage, and names every group but its own.
 */
export async function requireAllNamed(
  server: ApiServer,
  named: readonly VersionId[],
  { isMeant, ...options }: GetOptions & { readonly isMeant: (group: string) => boolean },
): Promise<void> {
  const query = { resource: apiServices, metadataOnly: true };
  const { items } = await listProjected(server, query, { ...options, project: ({ metadata }) => metadata.name });
  // Every API server registers its own core group.
  if (!items.includes("v1.")) throw new Error(`${server.url} lists no APIService v1., so it is unknown which groups it has`);
  const known = new Set(named.map(({ group, version }) => `${version}.${group}`));
  const missing = items.find((name) => isMeant(groupOf(name)) && !known.has(name));
  if (missing === undefined) return;
  throw new Error(`${server.url} has the APIService ${printable(missing)} and does not say yet what it serves there: try again`);
}

/** `v1.apps`: a version has no dot, and the API server accepts no other name. */
function groupOf(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}
