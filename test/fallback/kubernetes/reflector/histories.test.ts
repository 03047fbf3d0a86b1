import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Change } from "../../../../runtime-fallback/kubernetes/reflector/store.ts";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { searchOf } from "../../../searches/search-of.ts";
import { createScaledClock } from "../../scaled-clock.ts";
import { openSimulatedCluster, deny, type SimulatedCluster } from "./simulated-cluster.ts";
import { type Kept, watchCluster } from "./watched-cluster.ts";

const names = ["a", "b", "c", "d"] as const;
const name = fc.constantFrom(...names);

/** What happens to objects, what goes wrong, and how long until the next. */
type Act = readonly [what: string, run: (cluster: SimulatedCluster) => void];

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(name, fc.nat(3))
      .map(([who, of]): Act => [`put ${who}=${of}`, (cluster) => void cluster.put(who, `${of}`)]),
  },
  { weight: 3, arbitrary: name.map((who): Act => [`remove ${who}`, (cluster) => cluster.remove(who)]) },
  {
    weight: 2,
    arbitrary: name.map((who): Act => [`make ${who} anew`, (cluster) => (cluster.remove(who), void cluster.put(who, "anew"))]),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Act>(
      ["cut", (cluster) => cluster.cut()],
      ["end", (cluster) => cluster.end()],
      ["compact", (cluster) => cluster.compact()],
      ["compact and cut", (cluster) => (cluster.compact(), cluster.cut())],
      ["bookmark", (cluster) => cluster.bookmark()],
      ["garbage", (cluster) => cluster.write("}{\n")],
      ["half a line", (cluster) => (cluster.write('{"type":"ADD'), cluster.end())],
      ["gone", (cluster) => cluster.send({ type: "ERROR", object: { code: 410 } })],
      ["error", (cluster) => cluster.send({ type: "ERROR", object: { code: 500 } })],
      ["repeat the last event", (cluster) => cluster.repeat(1)],
      ["repeat an older event", (cluster) => cluster.repeat(3)],
      ["swallow events from now on", (cluster) => cluster.swallow()],
      ["a watch denied", (cluster) => cluster.fail("watch", deny(503))],
      ["a list denied", (cluster) => cluster.fail("list", deny(500))],
      ["a list cut", (cluster) => cluster.fail("list", (response) => response.socket?.resetAndDestroy())],
      ["an expired continuation", (cluster) => cluster.fail("list", deny(410))],
      ["no longer served", (cluster) => (cluster.serve(false), cluster.end())],
      ["served", (cluster) => cluster.serve(true)],
    ),
  },
);

const history = fc.array(fc.record({ act: acts, pauseMs: fc.constantFrom(0, 0, 1, 5, 20) }), { minLength: 5, maxLength: 40 });
const { seed, size: numRuns } = searchOf("reflector");
/** How long a reflector pauses before it tries again. */
const chances = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));

test(`after any history the store is what the server has, and listeners heard how it came (seed ${seed})`, async () => {
  const property = fc.asyncProperty(history, fc.integer({ min: 1, max: 3 }), chances, async (steps, pageSize, chance) => {
    const cluster = await openSimulatedCluster();
    cluster.paginate(pageSize);
    const watched = watchCluster(cluster, createScaledClock(300), { random: () => chance.next().value ?? 0 });
    try {
      for (const { act, pauseMs } of steps) {
        act[1](cluster);
        if (pauseMs > 0) await sleep(pauseMs);
      }
      cluster.heal();
      const wanted = () =>
        contentsOf(
          [...cluster.stored.values()].map(({ metadata: { uid, name: who }, spec: { of } }) => ({ uid, name: who, of })),
        );
      await waitUntil("the store is what the server has", async () => {
        return watched.informer.hasSynced() && contentsOf(watched.informer.store.list()) === wanted();
      });
      expect(contentsOf(replay(watched.changes))).toBe(wanted());
    } finally {
      await watched.stop();
      await cluster.close();
    }
  });
  await fc.assert(property, { seed, numRuns, endOnFailure: true });
});

/** The objects that somebody would have who only listens. Fails where a change cannot follow those before it. */
function replay(changes: readonly Change<Kept>[]): Iterable<Kept> {
  const known = new Map<string, Kept>();
  for (const change of changes) {
    const before = known.get(change.key.name);
    if (change.type === "added") expect(before).toBeUndefined();
    else expect(before?.uid).toBe(change.uid);
    if (change.type === "changed") expect(change.old).toBe(before);
    if (change.type === "deleted") known.delete(change.key.name);
    else known.set(change.key.name, change.object);
  }
  return known.values();
}

function contentsOf(objects: Iterable<Pick<Kept, "name" | "uid" | "of">>): string {
  return Array.from(objects, ({ name: who, uid, of }) => `${who} ${uid} ${of}`)
    .toSorted()
    .join("\n");
}
