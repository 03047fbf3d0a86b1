import { get } from "../../kubernetes/get.ts";
import type { ObjectKey, ResourceId } from "../../kubernetes/resource.ts";
import { collectionOf, lookAtComposite } from "./owners.ts";
import { type UsageCluster, see, type UsageFlags } from "./places.ts";
import type { UsageSnapshot, SeenReference } from "./seen.ts";
import { standingUsages } from "./standing-usages.ts";
import { isRecorded, recordedTarget } from "../records/target-record.ts";
import { decodeUsage, type Usage } from "../usage.ts";

export interface LookAt {
  readonly resource: ResourceId;
  readonly key: ObjectKey;
  readonly now: number;
  readonly signal: AbortSignal;
}

const nothingDenied = { markDenial: undefined, unmarkDenial: undefined, usageDenial: undefined, replayDenial: undefined };

/** Everything about one Usage, read live; undefined where there is none. */
export async function lookAt(cluster: UsageCluster, flags: UsageFlags, at: LookAt): Promise<UsageSnapshot | undefined> {
  const { resource, key, now, signal } = at;
  const stored = await get(cluster.api, resource, key, { signal });
  if (stored === undefined) return undefined;
  const usage = decodeUsage(resource, stored);
  const of = await see(cluster, flags, { usage, reference: usage.of, field: "of", signal });
  const by = await see(cluster, flags, { usage, reference: usage.by, field: "by", signal });
  const left = await seeLeft(cluster, flags, { usage, signal });
  const standing = await standingUsages(cluster, { usage, marked: usage.isBeingDeleted ? [of, left] : [left] }, signal);
  const { attempts = "ignored" } = flags;
  const look = { usage, of, by, left, standing, now, attempts, ...nothingDenied };
  if (!usage.isBeingDeleted)
    return {
      ...look,
      unenforced: await unenforcedOf(of, flags, signal),
      isDecomposing: false,
      compositeUnread: undefined,
      collection: undefined,
    };
  return {
    ...look,
    ...(await lookAtComposite(cluster, usage, signal)),
    collection: of.state === "found" ? await collectionOf(cluster, of.object, signal) : undefined,
  };
}

/** What the rules protect, and nothing decides: it is not promised. */
async function unenforcedOf(of: SeenReference, flags: UsageFlags, signal: AbortSignal): Promise<string | undefined> {
  return of.state === "found" ? flags.unenforced?.(of.place.resource, signal) : undefined;
}

/** Nothing is objected to: from there it only takes its own entry away. */
function seeLeft(
  cluster: UsageCluster,
  flags: UsageFlags,
  { usage, signal }: { readonly usage: Usage; readonly signal: AbortSignal },
): Promise<SeenReference> {
  const reference = isRecorded(usage) ? undefined : recordedTarget(usage);
  return see(cluster, flags, { usage: { ...usage, isBeingDeleted: true }, reference, field: "of", signal });
}
