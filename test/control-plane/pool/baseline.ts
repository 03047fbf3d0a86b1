import { waitUntil } from "../wait-until.ts";
import { type EtcdKeys, keyName, type Revisions } from "./etcd-keys.ts";

/** What etcd holds before the first suite, and the way back to it. */
export type Baseline = {
  /** Undoes whatever was written since, and returns once nothing is written any more. */
  restore(): Promise<void>;
};

/** What kube-apiserver writes all the time: who serves, and until when. */
const heartbeat = /^\/registry\/(masterleases|peerserverleases|leases\/kube-system\/apiserver-)/;
/** So often in a row nothing may have changed; `waitUntil` asks every 25 ms, and later less often. */
const quietLooks = 4;

/**
 * Taken once kube-apiserver has stopped adding what is its own.
 *
 * A suite is undone behind the API server's back: no finalizer, no policy of that suite and no Namespace that is still
 * terminating keeps anything. The API server learns of it by its watches, as of what another API server deletes.
 */
export async function takeBaseline(etcd: EtcdKeys): Promise<Baseline> {
  let seen: Revisions = new Map();
  await quiet("the API server has written what is its own", async () => {
    const before = seen;
    seen = await etcd.revisions();
    return changedKeys(before, seen).length > 0;
  });
  const entries = await etcd.entries();
  const revisions = new Map([...entries].map(([key, { revision }]) => [key, revision]));
  const restore = async (): Promise<boolean> => {
    const changed = changedKeys(revisions, await etcd.revisions());
    await etcd.remove(changed.filter((key) => !entries.has(key)));
    const values = changed.flatMap((key) => valueOf(entries.get(key), key));
    for (const [key, revision] of await etcd.put(new Map(values))) revisions.set(key, revision);
    return changed.length > 0;
  };
  return { restore: () => quiet("what the suite wrote is undone", restore) };
}

/** Looks until nothing has changed for some time. */
async function quiet(what: string, hasChanged: () => Promise<boolean>): Promise<void> {
  let looks = 0;
  await waitUntil(what, async () => {
    looks = (await hasChanged()) ? 0 : looks + 1;
    return looks === quietLooks;
  });
}

/** Keys that were added, written or removed. */
function changedKeys(before: Revisions, now: Revisions): readonly string[] {
  const written = [...now].filter(([key, revision]) => before.get(key) !== revision).map(([key]) => key);
  const removed = [...before.keys()].filter((key) => !now.has(key));
  return [...written, ...removed].filter((key) => !heartbeat.test(keyName(key)));
}

function valueOf(entry: { readonly value: string } | undefined, key: string): readonly (readonly [string, string])[] {
  return entry === undefined ? [] : [[key, entry.value]];
}
