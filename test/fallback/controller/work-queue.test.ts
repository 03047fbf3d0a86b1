import { systemClock } from "../../../runtime-fallback/clock.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffMs, defaultBackoff, createWorkQueue } from "../../../runtime-fallback/controller/work-queue.ts";
import { runsOf } from "../../searches/search-of.ts";
import { createVirtualTime } from "../virtual-time.ts";

function queueWithTime() {
  const time = createVirtualTime();
  return { time, queue: createWorkQueue({ clock: time.machine().clock, random: () => 1 }) };
}

describe("the work queue", () => {
  test("holds a key once, however often it is added", async () => {
    const { queue } = queueWithTime();
    for (const key of ["a", "b", "a", "a"]) queue.add(key);
    expect(queue.depth).toBe(2);
    expect([await queue.next(), await queue.next()]).toEqual(["a", "b"]);
  });

  test("gives a key that was added while at work again, after the work and once", async () => {
    const { queue } = queueWithTime();
    queue.add("a");
    await queue.next();
    queue.add("a");
    queue.add("a");
    expect(queue.depth).toBe(0);
    queue.done("a");
    expect(queue.depth).toBe(1);
    expect(await queue.next()).toBe("a");
    queue.done("a");
    expect(queue.depth).toBe(0);
  });

  test("adds later, at the earliest of the times told, and once", async () => {
    const { time, queue } = queueWithTime();
    queue.addAfter("a", 500);
    queue.addAfter("a", 100);
    queue.addAfter("a", 300);
    await time.advance(99);
    expect(queue.depth).toBe(0);
    await time.advance(1);
    expect(queue.depth).toBe(1);
    expect(await queue.next()).toBe("a");
    queue.done("a");
    await time.advance(1_000);
    expect(queue.depth).toBe(0);
  });

  test("waits longer with each failure, up to a minute, until it is told to forget", async () => {
    const { time, queue } = queueWithTime();
    const waitAfterFailure = async (): Promise<number> => {
      const start = time.now;
      let waited = -1;
      queue.addRateLimited("a");
      void queue.next().then(() => (waited = time.now - start));
      await time.advance(60_000);
      queue.done("a");
      return waited;
    };
    for (const wait of [5, 10, 20, 40]) expect(await waitAfterFailure()).toBe(wait);
    for (let failure = 4; failure < 15; failure++) await waitAfterFailure();
    expect(await waitAfterFailure()).toBe(60_000);
    expect(queue.failures("a")).toBe(16);
    queue.forget("a");
    expect(await waitAfterFailure()).toBe(5);
  });

  test("lets the wait grow from 5 ms to a minute, half of it by chance", () => {
    const waits = (random: () => number) =>
      [1, 2, 3, 14, 15, 2_000].map((failures) => backoffMs(defaultBackoff, failures, random));
    expect(waits(() => 1)).toEqual([5, 10, 20, 40_960, 60_000, 60_000]);
    expect(waits(() => 0)).toEqual([2.5, 5, 10, 20_480, 30_000, 30_000]);
  });

  test("once shut down, gives out what was added, lets workers go, and takes nothing more", async () => {
    const { time, queue } = queueWithTime();
    queue.add("a");
    queue.add("b");
    queue.addAfter("later", 10);
    await queue.next();
    queue.add("a");
    queue.shutDown();
    queue.add("c");
    queue.addAfter("c", 1);
    await time.advance(100);
    expect(await queue.next()).toBe("b");
    queue.done("b");
    expect(await queue.next()).toBeUndefined();
    queue.done("a");
    expect(await queue.next()).toBe("a");
    queue.done("a");
    expect(await queue.next()).toBeUndefined();
  });

  test("lets a worker go that waits when it is shut down", async () => {
    const { queue } = queueWithTime();
    const waiting = queue.next();
    queue.shutDown();
    expect(await waiting).toBeUndefined();
  });
});

const keys = ["a", "b", "c", "d"] as const;
const anyKey = fc.constantFrom(...keys);
const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), key: anyKey }),
  fc.record({ kind: fc.constant("addAfter" as const), key: anyKey, ms: fc.nat(50) }),
  fc.record({ kind: fc.constant("fail" as const), key: anyKey }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(40) }),
);

test("no key is lost and none is with two workers, whatever is added when", async () => {
  const property = fc.asyncProperty(
    fc.array(anyEvent, { maxLength: 60 }),
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }),
    async (events, workers, durations) => {
      const time = createVirtualTime();
      const { clock } = time.machine();
      const queue = createWorkQueue({ clock, random: () => 0.5 });
      const atWork = new Set<string>();
      const lastStart = new Map<string, number>();
      const lastAsked = new Map<string, number>();
      const toFail = new Set<string>();
      let order = 0;
      let turn = 0;
      const work = async (): Promise<void> => {
        for (let key = await queue.next(); key !== undefined; key = await queue.next()) {
          expect(atWork.has(key)).toBe(false);
          atWork.add(key);
          lastStart.set(key, ++order);
          await time.sleep(durations[turn++ % durations.length] ?? 0);
          atWork.delete(key);
          if (toFail.delete(key)) {
            queue.addRateLimited(key);
            lastAsked.set(key, ++order);
          } else queue.forget(key);
          queue.done(key);
        }
      };
      const all = Array.from({ length: workers }, work);
      for (const event of events) {
        if (event.kind === "wait") await time.advance(event.ms);
        else {
          lastAsked.set(event.key, ++order);
          if (event.kind === "addAfter") queue.addAfter(event.key, event.ms);
          else queue.add(event.key);
          if (event.kind === "fail") toFail.add(event.key);
        }
      }
      await time.advance(120_000);
      for (const [key, asked] of lastAsked) expect(lastStart.get(key)).toBeGreaterThan(asked);
      queue.shutDown();
      await time.advance(1_000);
      await Promise.all(all);
    },
  );
  await fc.assert(property, runsOf("work-queue"));
});

describe("groups of keys", () => {
  const grouped = () => createWorkQueue({ clock: systemClock, random: () => 0.5, groupOf: (key) => key.split("/")[0] ?? "" });
  const taken = async (queue: ReturnType<typeof grouped>, count: number): Promise<readonly (string | undefined)[]> => {
    const given: (string | undefined)[] = [];
    for (let at = 0; at < count; at += 1) given.push(await queue.next());
    return given;
  };

  test("take turns: five hundred keys of one delay a key of another by one", async () => {
    const queue = grouped();
    for (let at = 0; at < 500; at += 1) queue.add(`many/${at}`);
    queue.add("one/a");
    queue.add("two/a");
    queue.add("two/b");
    expect(queue.depth).toBe(503);
    expect(await taken(queue, 6)).toEqual(["many/0", "one/a", "two/a", "many/1", "two/b", "many/2"]);
    expect(queue.depth).toBe(497);
  });

  test("keep the order of each, and lose none", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(50)), { maxLength: 60 }), async (added) => {
        const queue = grouped();
        const unique = [...new Set(added.map(([group, at]) => `${group}/${at}`))];
        unique.forEach((key) => queue.add(key));
        const given = await taken(queue, unique.length);
        expect(new Set(given)).toEqual(new Set(unique));
        expect(given).toHaveLength(unique.length);
        for (const group of ["a/", "b/", "c/"])
          expect(given.filter((key) => key?.startsWith(group))).toEqual(unique.filter((key) => key.startsWith(group)));
        expect(queue.depth).toBe(0);
      }),
      runsOf("work-queue"),
    );
  });
});
