import { describe, expect, test } from "vitest";
import { NoLongerLeader, leaderOnly } from "../../../runtime-fallback/controller/leader-election.ts";
import { createObjectStore } from "../object-store.ts";
import { createVirtualTime } from "../virtual-time.ts";
import { type CandidateOptions, type RunningCandidate, leasePath, startCandidate, untilAborted } from "./candidates.ts";

function world() {
  const time = createVirtualTime();
  const store = createObjectStore();
  const start = (identity: string, more: Partial<CandidateOptions> = {}): RunningCandidate =>
    startCandidate(time, store, { identity, ...more });
  const leaders = (...candidates: readonly RunningCandidate[]) => candidates.map(({ election }) => election.isLeader());
  const spec = () => store.get(leasePath)?.["spec"] as Record<string, unknown>;
  return { time, store, start, leaders, spec };
}

describe("leader election", () => {
  test("writes the Lease as client-go does", async () => {
    const { time, start, spec } = world();
    start("one");
    await time.advance(5_000);
    const written = /^2026-01-01T00:00:0\d\.\d{3}000Z$/;
    expect(spec()).toEqual({
      holderIdentity: "one",
      leaseDurationSeconds: 15,
      leaseTransitions: 0,
      acquireTime: expect.stringMatching(written),
      renewTime: expect.stringMatching(written),
    });
    expect(spec()["renewTime"]).not.toBe(spec()["acquireTime"]);
  });

  test("one leads; the other takes over 15 s after the last sign of life, and within 20 s", async () => {
    const { time, start, leaders, spec } = world();
    const one = start("one");
    await time.advance(100);
    const two = start("two");
    await time.advance(60_000);
    expect(leaders(one, two)).toEqual([true, false]);
    one.machine.pause();
    await time.advance(12_900);
    expect(leaders(one, two)).toEqual([false, false]);
    await time.advance(7_100);
    expect(leaders(one, two)).toEqual([false, true]);
    expect(spec()).toMatchObject({ holderIdentity: "two", leaseTransitions: 1 });
  });

  test("a leader that stops gives the Lease back, after its work has ended", async () => {
    const { time, start, leaders, spec } = world();
    const one = start("one", {
      work: async (signal) => {
        await untilAborted(signal);
        await time.sleep(30_000);
      },
    });
    await time.advance(100);
    const two = start("two");
    await time.advance(10_000);
    one.stop.abort();
    await time.advance(29_000);
    // It drains, and keeps the Lease while it does.
    expect(leaders(one, two)).toEqual([true, false]);
    await time.advance(1_100);
    await one.ended;
    expect(spec()["holderIdentity"]).not.toBe("one");
    await time.advance(2_500);
    expect(leaders(one, two)).toEqual([false, true]);
  });

  test("a leader that was paused writes nothing when it comes back, not even before any timer has fired", async () => {
    const { time, store, start, leaders } = world();
    const outcome: unknown[] = [];
    const one = start("one", {
      work: async (signal) => {
        const api = leaderOnly(one.api, () => one.election.isLeader());
        await api.request({ method: "GET", path: leasePath });
        outcome.push(signal.aborted);
        await api.request({ method: "POST", path: "/written", body: { metadata: { name: "late" } } }).catch((error: unknown) => {
          outcome.push(error);
        });
        await untilAborted(signal);
      },
    });
    await time.advance(30, () => {
      if (one.terms.length === 1) one.machine.pause();
    });
    const two = start("two");
    await time.advance(60_000);
    expect(leaders(one, two)).toEqual([false, true]);
    one.machine.resume();
    await time.advance(1);
    expect(outcome[1]).toBeInstanceOf(NoLongerLeader);
    expect((outcome[1] as Error).message).toBe("POST /written was not sent: this process no longer leads");
    expect(store.get("/written/late")).toBeUndefined();
    expect(one.terms[0]?.aborted).toBe(true);
  });

  test("the work's signal is aborted at the renew deadline when no renewal gets through", async () => {
    const { time, start, leaders } = world();
    const one = start("one");
    await time.advance(3_000);
    expect(leaders(one)).toEqual([true]);
    one.network.fate = () => "lost";
    await time.advance(7_000);
    expect(one.terms[0]?.aborted).toBe(false);
    await time.advance(3_100);
    expect(one.terms[0]?.aborted).toBe(true);
    expect(one.lines.at(-1)).toContain("warn");
    one.network.fate = () => "answered";
    await time.advance(10_000);
    expect(leaders(one)).toEqual([true]);
    expect(one.terms).toHaveLength(2);
  });

  test("does not stand again before the work of the last time has ended", async () => {
    const { time, start, leaders } = world();
    const stuck = Promise.withResolvers<void>();
    const one = start("one", {
      work: async (signal) => {
        await untilAborted(signal);
        await stuck.promise;
      },
    });
    await time.advance(1_000);
    one.network.fate = () => "lost";
    await time.advance(15_000);
    one.network.fate = () => "answered";
    await time.advance(30_000);
    expect(leaders(one)).toEqual([false]);
    expect(one.terms).toHaveLength(1);
    stuck.resolve();
    await time.advance(10_000);
    expect(leaders(one)).toEqual([true]);
    expect(one.terms).toHaveLength(2);
  });

  test("a lost answer to a renewal costs nothing", async () => {
    const { time, start, leaders } = world();
    const one = start("one");
    await time.advance(3_000);
    one.network.fate = () => "answer lost";
    await time.advance(2_100);
    one.network.fate = () => "answered";
    await time.advance(20_000);
    expect(leaders(one)).toEqual([true]);
    expect(one.terms).toHaveLength(1);
  });

  test("whoever else writes to the Lease does not end a leadership; whoever takes it does, at once", async () => {
    const { time, store, start, leaders, spec } = world();
    const one = start("one");
    await time.advance(3_000);
    const lease = store.get(leasePath) ?? {};
    store.put(leasePath, { ...lease, metadata: { ...(lease["metadata"] as object), labels: { team: "a" } } });
    await time.advance(10_000);
    expect(one.terms).toHaveLength(1);
    expect(store.get(leasePath)?.["metadata"]).toMatchObject({ labels: { team: "a" } });
    store.put(leasePath, { ...store.get(leasePath), spec: { ...spec(), holderIdentity: "kubectl" } });
    await time.advance(2_100);
    expect(leaders(one)).toEqual([false]);
    expect(one.terms[0]?.aborted).toBe(true);
  });

  test("a deleted Lease makes no second leader", async () => {
    const { time, store, start, leaders } = world();
    const one = start("one");
    await time.advance(100);
    const two = start("two");
    await time.advance(5_000);
    store.put(leasePath, undefined);
    await time.advance(30_000, () => expect(leaders(one, two)).not.toEqual([true, true]));
    expect(leaders(one, two).filter(Boolean)).toHaveLength(1);
  });

  test("a Lease with nonsense in it is waited for as any other, and then taken", async () => {
    for (const leaseDurationSeconds of [1e12, -5, 0.5, "long", null]) {
      const { time, store, start, leaders } = world();
      store.put(leasePath, {
        metadata: { name: "controller" },
        spec: { holderIdentity: "ghost", leaseDurationSeconds, leaseTransitions: "x" },
      });
      const one = start("one");
      await time.advance(14_900);
      expect(leaders(one)).toEqual([false]);
      await time.advance(3_000);
      expect(leaders(one)).toEqual([true]);
    }
  });

  test("a wall clock that is set an hour back prolongs nothing; one that is set forward ends the time in office", async () => {
    const { time, start, leaders } = world();
    const one = start("one");
    await time.advance(1_000);
    one.machine.jump(-3_600_000);
    one.network.fate = () => "lost";
    await time.advance(10_000);
    expect(leaders(one)).toEqual([false]);
    one.network.fate = () => "answered";
    await time.advance(10_000);
    expect(leaders(one)).toEqual([true]);
    one.machine.jump(3_600_000);
    expect(leaders(one)).toEqual([false]);
    await time.advance(10_000);
    expect(leaders(one)).toEqual([true]);
  });

  test("what the work throws ends the run, and the Lease is given back", async () => {
    const { time, start, spec } = world();
    const one = start("one", { work: () => Promise.reject(new Error("broken")) });
    const rejected = expect(one.ended).rejects.toThrow("broken");
    await time.advance(100);
    await rejected;
    expect(spec()["holderIdentity"]).toBe("");
  });

  test("work that ends by itself ends the run", async () => {
    const { time, start, spec } = world();
    const one = start("one", { work: () => Promise.resolve() });
    await time.advance(100);
    await one.ended;
    expect(one.terms).toHaveLength(1);
    expect(spec()["holderIdentity"]).toBe("");
  });

  test("a denial is logged with what to do, and asked again", async () => {
    const { time, store, start } = world();
    const denied = {
      status: 403,
      body: { reason: "Forbidden", message: 'leases "x" is forbidden: User "y" cannot get\nresource "leases"' },
      retryAfterSeconds: undefined,
    };
    Object.assign(store.api, { request: () => Promise.resolve(denied) });
    const one = start("one");
    await time.advance(3_000);
    expect(one.lines).toHaveLength(2);
    expect(JSON.parse(/\{.*/.exec(one.lines[0] ?? "")?.[0] ?? "")).toEqual({
      lease: "holdfast/controller",
      identity: "one",
      error:
        'GET Lease holdfast/controller was answered with 403 Forbidden: leases "x" is forbidden: User "y" cannot get\\u{a}resource "leases"; ' +
        "apply the Role and ClusterRole that come with Holdfast",
    });
  });
});
