import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../../runtime-fallback/kubernetes/api-server.ts";
import { connect } from "../../../../runtime-fallback/kubernetes/connect.ts";
import { systemClock } from "../../../../runtime-fallback/clock.ts";
import { createInformer, type Informer } from "../../../../runtime-fallback/kubernetes/reflector/informer.ts";
import type { Timing } from "../../../../runtime-fallback/kubernetes/reflector/timing.ts";
import type { ControlPlane } from "../../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition, anything } from "../../../control-plane/crds.ts";
import { describeWithOwnServer } from "../../../control-plane/server-suite.ts";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { type Fault, type FaultProxy, openFaultProxy } from "../../fault-proxy.ts";
import { temporaryDirectory } from "../../../fixtures/temporary-directory.ts";
import { readKubeconfig, writeKubeconfig } from "../../kubeconfig-file.ts";

const group = "reflector.holdfast.dev";
const resource = { group, version: "v1", resource: "ticks" };
const collection = `/apis/${group}/v1/namespaces/default/ticks`;
/** The tests are short, so times are, too; a real API server sends bookmarks only once a minute. */
const timing = { idleMs: 3000, resumeMs: 1000, backoff: { firstMs: 50, maxMs: 500, goodMs: 5000 }, pollMs: 300 };

interface Tick {
  readonly name: string;
  readonly uid: string;
  readonly count: number;
}

describeWithOwnServer("a reflector on a real API server, through a proxy with faults", {}, (server) => {
  let proxy: FaultProxy;
  beforeAll(async () => {
    proxy = await openFaultProxy(Number(new URL(server().url).port));
  });
  afterAll(() => proxy.close());

  test("waits for a definition, and then follows", async () => {
    const watched = await watch(server(), proxy);
    await waitUntil("it has synced", async () => watched.informer.hasSynced());
    expect(watched.informer.store.size).toBe(0);
    const schema = { type: "object", properties: { spec: anything } };
    await applyCustomResourceDefinition(server(), {
      group,
      kind: "Tick",
      plural: "ticks",
      scope: "Namespaced",
      versions: [{ name: "v1", schema }],
    });
    await write(server(), "first", 1);
    await waitUntil("it is seen", async () => countOf(watched.informer, "first") === 1);
    await watched.stop();
  });

  test("of which nothing happens stays young, without bookmarks and without lists", async () => {
    const watched = await watch(server(), proxy, { watchMs: [1000, 1000] });
    await waitUntil("it has synced", async () => watched.informer.hasSynced());
    const ages: number[] = [];
    await waitUntil("watches have ended in time, one after the other", async () => {
      ages.push(watched.informer.stalenessMs());
      return watched.ends.length >= 5;
    });
    // One second, and what a busy machine takes for the next watch.
    expect(Math.max(...ages)).toBeLessThan(3000);
    expect(new Set(watched.ends)).toEqual(new Set(["expired"]));
    expect(watched.listed()).toBe(1);
    await watched.stop();
  });

  test("converges after every fault, and never says that it is younger than it is", async () => {
    const watched = await watch(server(), proxy, { idleMs: 1500 });
    await waitUntil("it has synced", async () => watched.informer.hasSynced());
    const churn = startChurn(server());
    const watchAge = watchAgeOf(watched.informer, churn);
    const after = (writes: number, what: string, isSeen: (count: number) => boolean) => {
      const next = churn.storedAt.length + writes;
      return waitUntil(what, async () => isSeen(next));
    };
    const written = () => after(5, "some more is written", (count) => churn.storedAt.length > count);
    const follows = () => after(10, "it follows", (count) => (countOf(watched.informer, "tick") ?? 0) > count);
    const fails = async (times: number): Promise<void> => {
      const before = watched.ends.length;
      await waitUntil(`it fails ${times} times`, async () => watched.ends.length >= before + times);
    };
    const growsOld = () => waitUntil("it grows old", async () => watched.informer.stalenessMs() > 3000);
    const set = (fault: Fault) => () => proxy.set(fault);
    const restore = set({ kind: "none" });
    const faults: readonly (readonly (() => unknown)[])[] = [
      [restore, follows],
      [() => proxy.reset(), () => fails(1), follows],
      // Half-open: first old connections only, then new ones, too.
      [set({ kind: "swallow" }), written, restore, () => fails(1), follows],
      [set({ kind: "garble" }), () => fails(2)],
      [set({ kind: "cut", afterBytes: 20_000 }), () => fails(3)],
      [set({ kind: "deny" }), () => proxy.reset(), () => fails(3)],
      [set({ kind: "swallow" }), growsOld],
      [() => proxy.reset(), set({ kind: "delay", ms: 100 }), follows],
    ];
    for (const step of faults.flat()) await step();
    restore();
    proxy.reset();
    await churn.stop();
    const wanted = await readAll(server());
    await waitUntil("the store is what the server has", async () => contentsOf(watched.informer.store.list()) === wanted);
    const { worst, samples } = watchAge.stop();
    console.log(
      `staleness: ${samples} samples, ${churn.writes()} writes, hidden age at most ${worst.toFixed(0)} ms; ends: ${summary(watched.ends)}`,
    );
    expect(worst).toBeLessThan(1500);
    expect(watched.ends).toEqual(expect.arrayContaining(["unreachable", "idle"]));
    await watched.stop();
  });

  test("follows through crashes of the API server", { timeout: 180_000 }, async () => {
    const watched = await watch(server(), proxy);
    await waitUntil("it has synced", async () => watched.informer.hasSynced());
    for (const count of [100, 200]) {
      await write(server(), "first", count);
      await waitUntil("it is seen", async () => countOf(watched.informer, "first") === count);
      await server().apiserver.kill();
      await waitUntil("it grows old", async () => watched.informer.stalenessMs() > 900);
      expect(countOf(watched.informer, "first")).toBe(count);
      await server().apiserver.start();
      await write(server(), "first", count + 1);
      await waitUntil("it is seen again", async () => countOf(watched.informer, "first") === count + 1);
    }
    await watched.stop();
  });
});

async function watch(server: ControlPlane, proxy: FaultProxy, ownTiming: Partial<Timing> = {}) {
  const { clusters, users } = readKubeconfig(server.kubeconfig);
  const cluster = { ...clusters[0]?.cluster, server: `https://127.0.0.1:${proxy.port}` };
  const kubeconfig = writeKubeconfig(temporaryDirectory(), { cluster, user: users[0]?.user ?? {} });
  const api: ApiServer = await connect({ kubeconfig });
  const ends: string[] = [];
  let lists = 0;
  const informer = createInformer<Tick>(api, {
    resource,
    project: ({ metadata: { name, uid }, spec }) => ({ name, uid, count: Number((spec as { count?: unknown })?.count) }),
    clock: systemClock,
    timing: { ...timing, ...ownTiming },
    log: { info: () => {}, warn: () => {} },
    metrics: {
      onListed: () => void (lists += 1),
      onListFailed: (_, reason) => void ends.push(`list ${reason}`),
      onWatchEnded: (_, end) => void ends.push(end),
      onListenerFailed: () => {},
    },
  });
  const stopping = new AbortController();
  const ended = informer.run(stopping.signal);
  return {
    informer,
    ends,
    listed: () => lists,
    stop: async () => {
      stopping.abort();
      await ended;
      await api.close();
    },
  };
}

/** Creates or changes one; returns when the API server has stored it. */
async function write({ request }: ControlPlane, name: string, count: number): Promise<void> {
  const body = { apiVersion: `${group}/v1`, kind: "Tick", metadata: { name }, spec: { count } };
  const query = "fieldManager=test&force=true";
  const { status, text } = await request({
    method: "PATCH",
    path: `${collection}/${name}?${query}`,
    contentType: "application/apply-patch+yaml",
    body,
  });
  if (status >= 300) throw new Error(text);
}

/** Writes `tick` with ever higher counts, and others that come and go. Remembers when each count was stored. */
function startChurn(server: ControlPlane) {
  const storedAt: number[] = [];
  const stopping = new AbortController();
  let writes = 0;
  const run = async () => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      await write(server, "tick", count);
      storedAt[count] = performance.now();
      const other = `other-${count % 7}`;
      if (count % 3 === 0) await server.request({ method: "DELETE", path: `${collection}/${other}` });
      else await write(server, other, count);
      writes += 2;
      await sleep(20);
    }
  };
  const running = run();
  return {
    storedAt,
    writes: () => writes,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/**
 * How much older the store was at worst than its staleness said: for how long the next count had been stored by then.
 */
function watchAgeOf(informer: Informer<Tick>, { storedAt }: { readonly storedAt: readonly number[] }) {
  let worst = 0;
  let samples = 0;
  const timer = setInterval(() => {
    samples += 1;
    const seen = countOf(informer, "tick");
    const nextAt = seen === undefined ? undefined : storedAt[seen + 1];
    if (nextAt !== undefined) worst = Math.max(worst, performance.now() - nextAt - informer.stalenessMs());
  }, 10);
  return {
    stop: () => {
      clearInterval(timer);
      return { worst, samples };
    },
  };
}

function countOf({ store }: Informer<Tick>, name: string): number | undefined {
  return store.get({ namespace: "default", name })?.count;
}

async function readAll({ request }: ControlPlane): Promise<string> {
  const { body } = await request({ method: "GET", path: collection });
  const items = body["items"] as readonly { metadata: { name: string; uid: string }; spec: { count: number } }[];
  return contentsOf(items.map(({ metadata: { name, uid }, spec: { count } }) => ({ name, uid, count })));
}

function contentsOf(ticks: Iterable<Tick>): string {
  return Array.from(ticks, ({ name, uid, count }) => `${name} ${uid} ${count}`)
    .toSorted()
    .join("\n");
}

function summary(ends: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return Array.from(counts, ([end, count]) => `${end} ${count}`).join(", ");
}
