import { setTimeout as sleep } from "node:timers/promises";
import { fieldsOf, textAt } from "../../compiler/api/json.ts";
import type { ClusterObject } from "../../compiler/cluster/deletion/cluster-object.ts";
import { World } from "../../compiler/cluster/deletion/world.ts";
import type { ReadCluster } from "../../compiler/cluster/plan/read-cluster.ts";

/** Within this time the controllers have seen to everything, also on a busy machine. */
const patienceMs = 90_000;

/** What is there once the controllers have nothing to do any more: nothing is planned before. */
export async function atRest(read: () => Promise<ReadCluster>): Promise<ReadCluster> {
  const deadline = performance.now() + patienceMs;
  for (let before = await read(); ;) {
    await sleep(2_000);
    const now = await read();
    if (versionsOf(now) === versionsOf(before) && (isSettled(now) || performance.now() > deadline)) return now;
    before = now;
  }
}

const versionsOf = ({ objects }: ReadCluster): string =>
  objects
    .filter(({ of }) => !["Lease", "Event"].includes(of.kind))
    .map(({ uid, stored }) => `${uid} ${stored.metadata.resourceVersion}`)
    .join();

function isSettled({ kinds, objects }: ReadCluster): boolean {
  const world = new World(kinds, objects);
  return !objects.some((object) => isUnbound(object) || isForgotten(object, world));
}

/** All of its owners are absent: the garbage collector deletes it, now or in a while, unless somebody denies that. */
function isForgotten({ uid, owners, isDeleting, stored }: ClusterObject, world: World): boolean {
  const live = world.get(uid);
  if (live === undefined || owners.length === 0 || isDeleting) return false;
  const isKept = fieldsOf(stored.metadata["labels"])["keep"] === "yes";
  return !isKept && owners.every((owner) => world.ownerOf(owner, live) === "absent");
}

/** Each claim of a graph has a volume, which it is bound to within 15 seconds at most. */
function isUnbound({ of, stored }: ClusterObject): boolean {
  return of.resource === "persistentvolumeclaims" && textAt(stored["status"], "phase") === "Pending";
}
