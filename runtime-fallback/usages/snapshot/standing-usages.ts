import { get } from "../../kubernetes/get.ts";
import { list } from "../../kubernetes/list.ts";
import { isPathSegment, type ObjectKey } from "../../kubernetes/resource.ts";
import type { ServedResource } from "../../kubernetes/discovery/served-resource.ts";
import { type MarkEntry, entriesOfOthers } from "../records/mark.ts";
import type { UsageCluster } from "./places.ts";
import type { SeenReference } from "./seen.ts";
import type { Usage } from "../usage.ts";
import type { UsageKind } from "../../../compiler/api/usage-kinds.ts";

/** One by one; a list of all Usages is less for the API server than more reads than that. */
const maxReads = 20;

/**
 * UIDs of the other Usages with an entry in what was seen, as far as they stand. An entry says where its Usage is: as
 * long as each is where it says, nothing else is read. Whoever is missed is looked for among all. To be asked after the
 * objects were read: whoever had an entry then, and is not here now, is gone for good.
 */
export async function standingUsages(
  cluster: UsageCluster,
  { usage, marked }: { readonly usage: Pick<Usage, "uid">; readonly marked: readonly SeenReference[] },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const entries = marked.flatMap((seen) => (seen.state === "found" ? entriesOfOthers(seen.object, usage) : []));
  if (entries.length > maxReads) return allUsages(cluster, signal);
  const stands = await Promise.all(entries.map((entry) => isWhereItSays(cluster, entry, signal)));
  if (!stands.every(Boolean)) return allUsages(cluster, signal);
  return new Set(entries.map(({ uid }) => uid));
}

async function isWhereItSays(cluster: UsageCluster, { uid, text }: MarkEntry, signal: AbortSignal): Promise<boolean> {
  const [type = "", namespace = "", name = "", ...rest] = text.split("/");
  const usageKind = cluster.usageKinds.find(({ group, resource }) => type === `${resource}.${group}`);
  if (usageKind === undefined || !isPathSegment(name) || rest.length > 0) return false;
  const resource = await findServed(cluster, usageKind);
  if (resource === undefined || resource.isNamespaced !== isPathSegment(namespace)) return false;
  const key: ObjectKey = resource.isNamespaced ? { namespace, name } : { name };
  return (await get(cluster.api, resource, key, { signal }))?.metadata.uid === uid;
}

async function allUsages(cluster: UsageCluster, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const uids = await Promise.all(
    cluster.usageKinds.map(async (usageKind) => {
      const resource = await findServed(cluster, usageKind);
      if (resource === undefined) return [];
      const { items } = await list(cluster.api, { resource, metadataOnly: true }, { signal });
      return items.map(({ metadata }) => metadata.uid);
    }),
  );
  return new Set(uids.flat());
}

/** Undefined: there is none of that kind. */
async function findServed({ discovery }: UsageCluster, { group, kind }: UsageKind): Promise<ServedResource | undefined> {
  const found = await discovery.findKind({ group, kind });
  if (found.state === "unknown") throw new Error(found.why);
  return found.state === "served" ? found.resource : undefined;
}
