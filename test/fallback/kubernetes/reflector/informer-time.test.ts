import { describe, expect, test } from "vitest";
import { waitUntil } from "../../../control-plane/wait-until.ts";

import { start } from "./started-informer.ts";
describe("time", () => {
  test("ends a watch as it was asked to, and the next goes on without a list", async () => {
    const { cluster, clock, isWatching, ends, counts, informer, shows } = await start();
    const query = cluster.lastOf("watch")?.searchParams;
    expect(Object.fromEntries(query ?? [])).toEqual({
      watch: "true",
      resourceVersion: "102",
      allowWatchBookmarks: "true",
      timeoutSeconds: "53",
    });
    clock.advance(20_000);
    cluster.put("c", "queue");
    await shows("a=db", "b=cache", "c=queue");
    clock.advance(33_000);
    expect(informer.stalenessMs()).toBe(33_000);
    cluster.end();
    await waitUntil("the next watch is open", async () => cluster.count("watch") === 2 && (await isWatching()));
    expect(informer.stalenessMs()).toBe(0);
    expect(cluster.lastOf("watch")?.searchParams.get("resourceVersion")).toBe("103");
    expect([ends, counts.listed]).toEqual([["expired"], 1]);
  });

  test("asks for watches of 45 to 60 seconds", async () => {
    const seconds = async (random: number) => {
      const { cluster } = await start({ random: () => random });
      return cluster.lastOf("watch")?.searchParams.get("timeoutSeconds");
    };
    expect([await seconds(0), await seconds(0.999999)]).toEqual(["45", "60"]);
  });

  test("of a server that does not keep it is not waited for", async () => {
    const { cluster, clock, isWatching, ends, counts, informer } = await start();
    clock.advance(50_000);
    cluster.bookmark();
    await waitUntil("the bookmark is heard", async () => informer.stalenessMs() === 0);
    clock.advance(17_999);
    expect(ends).toEqual([]);
    clock.advance(1);
    await waitUntil("it has ended", async () => ends.length === 1);
    expect(informer.stalenessMs()).toBe(18_000);
    clock.advance(1000);
    await waitUntil("the next watch is open", async () => cluster.count("watch") === 2 && (await isWatching()));
    expect([ends, counts.listed]).toEqual([["overdue"], 1]);
  });

  test("takes a list every half hour, however well things go", async () => {
    const { cluster, clock, isWatching, counts, informer, ends } = await start({ random: () => 1 });
    for (let minutes = 0; minutes < 30; minutes++) {
      expect(counts.listed).toBe(1);
      clock.advance(60_000);
      cluster.end();
      await waitUntil("the end or a list is heard", async () => informer.stalenessMs() === 0);
      await waitUntil("the watch is open", isWatching);
    }
    await waitUntil("it lists again", async () => counts.listed === 2);
    expect(new Set(ends)).toEqual(new Set(["expired"]));
  });

  test("between failures grows to half a minute, and is short again after a good one", async () => {
    const { cluster, clock, isWatching, ends, informer } = await start({
      random: () => 1,
      timing: { watchMs: [300_000, 300_000] },
    });
    const pauses: number[] = [];
    const passPause = async () => {
      await waitUntil("it has failed", async () => ends.length > pauses.length && clock.pending().length === 1);
      const [pause = 0] = clock.pending();
      pauses.push(pause);
      clock.advance(pause);
    };
    const goesWellFor = async (ms: number) => {
      await waitUntil("the watch is open", isWatching);
      clock.advance(ms);
      cluster.put("a", `db${ms}`);
      await waitUntil("it is heard", async () => informer.stalenessMs() === 0);
      cluster.cut();
    };
    cluster.fail("watch", (response) => response.socket?.resetAndDestroy(), 5);
    cluster.cut();
    for (let count = 0; count < 6; count++) await passPause();
    await goesWellFor(59_000);
    await passPause();
    await goesWellFor(60_000);
    await passPause();
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000]);
  });

  test("between failures is short again after watches of normal length: good times add up", async () => {
    const { cluster, clock, isWatching, ends } = await start({ random: () => 1 });
    const pauses: number[] = [];
    const passPause = async () => {
      const failures = () => ends.filter((reason) => reason !== "expired").length;
      await waitUntil("it has failed", async () => failures() > pauses.length && clock.pending().length === 1);
      const [pause = 0] = clock.pending();
      pauses.push(pause);
      clock.advance(pause);
    };
    cluster.fail("watch", (response) => response.socket?.resetAndDestroy(), 2);
    cluster.cut();
    for (let count = 0; count < 3; count++) await passPause();
    for (let count = 1; count <= 2; count++) {
      await waitUntil("the watch is open", isWatching);
      clock.advance(45_000);
      cluster.end();
      await waitUntil("it has ended in time", async () => ends.filter((reason) => reason === "expired").length === count);
    }
    await waitUntil("the watch is open", isWatching);
    cluster.cut();
    await passPause();
    expect(pauses).toEqual([1000, 2000, 4000, 1000]);
  });

  test("that a server keeps is no sign of life where the watch ended as it began", async () => {
    const { cluster, clock, ends, informer } = await start();
    clock.advance(999);
    cluster.end();
    await waitUntil("it has ended", async () => ends.length === 1);
    expect([ends, informer.stalenessMs()]).toEqual([["short"], 999]);
  });

  test("passes between watches that end as they begin, whatever came in them", async () => {
    const { cluster, clock, ends, shows } = await start();
    cluster.put("c", "queue");
    await shows("a=db", "b=cache", "c=queue");
    cluster.end();
    await waitUntil("there is a pause", async () => ends.length === 1 && clock.pending().includes(750));
    expect([ends, cluster.count("watch")]).toEqual([["short"], 1]);
  });

  test("stops at once, in the middle of anything", async () => {
    const { stop, cluster } = await start();
    cluster.fail("list", () => {});
    cluster.send({ type: "ERROR", object: { code: 410 } });
    await stop();
    expect(cluster.watches.size).toBe(0);
  });
});
