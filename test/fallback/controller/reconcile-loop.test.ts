import { describe, expect, test } from "vitest";
import { type LoopMetrics, type Reconciler, runReconcileLoop } from "../../../runtime-fallback/controller/reconcile-loop.ts";
import { createWorkQueue } from "../../../runtime-fallback/controller/work-queue.ts";
import { createVirtualTime } from "../virtual-time.ts";

function running(reconcile: Reconciler, workers = 1) {
  const time = createVirtualTime();
  const { clock } = time.machine();
  const queue = createWorkQueue({ clock, random: () => 1 });
  const lines: string[] = [];
  const counted = { done: 0, failed: 0, retried: 0, seconds: 0, depth: 0 };
  const metrics: LoopMetrics = {
    depth: (keys) => (counted.depth = Math.max(counted.depth, keys)),
    retried: () => counted.retried++,
    worked: (outcome, seconds) => {
      counted[outcome]++;
      counted.seconds += seconds;
    },
  };
  const log = (level: string, message: string, fields?: object): void =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const stop = new AbortController();
  const ended = runReconcileLoop({ name: "usages", queue, reconcile, workers, clock, log, metrics }, stop.signal);
  return { time, queue, lines, counted, stop, ended };
}

describe("the reconcile loop", () => {
  test("tries again what failed, later each time, and says so", async () => {
    const at: number[] = [];
    const loop = running(() => {
      at.push(loop.time.now);
      return at.length < 4 ? Promise.reject(new Error("no\nluck")) : Promise.resolve();
    });
    loop.queue.add("shop/db");
    await loop.time.advance(1_000);
    expect(at).toEqual([0, 5, 15, 35]);
    expect(loop.lines[2]).toBe('error usages: failed and is tried again {"key":"shop/db","failures":3,"error":"no\\\\u{a}luck"}');
    expect(loop.queue.failures("shop/db")).toBe(0);
    expect(loop.counted).toMatchObject({ done: 1, failed: 3, retried: 3 });
  });

  test("survives whatever a reconciler throws, at once or later, and works other keys meanwhile", async () => {
    const thrown: readonly unknown[] = [undefined, null, "text", 7, { toString: () => "never called" }, new Error()];
    const worked: string[] = [];
    const loop = running((key) => {
      const index = Number(key);
      if (index < thrown.length && !worked.includes(`failed ${key}`)) {
        worked.push(`failed ${key}`);
        throw thrown[index];
      }
      worked.push(key);
      return Promise.resolve();
    });
    for (const key of ["0", "1", "2", "3", "4", "5", "good"]) loop.queue.add(key);
    await loop.time.advance(100);
    expect(worked.filter((entry) => !entry.startsWith("failed")).toSorted()).toEqual(["0", "1", "2", "3", "4", "5", "good"]);
    expect(loop.lines).toHaveLength(6);
  });

  test("looks again when the reconciler says so", async () => {
    const at: number[] = [];
    const loop = running(() => {
      at.push(loop.time.now);
      return Promise.resolve(at.length < 3 ? { again: 30_000 } : {});
    });
    loop.queue.add("a");
    await loop.time.advance(200_000);
    expect(at).toEqual([0, 30_000, 60_000]);
  });

  test("works no more keys at once than it has workers, and measures how long", async () => {
    let [now, most] = [0, 0];
    const loop = running(async () => {
      most = Math.max(most, ++now);
      await loop.time.sleep(10);
      now--;
    }, 3);
    for (const key of "abcdefg") loop.queue.add(key);
    await loop.time.advance(1_000);
    expect(most).toBe(3);
    expect(loop.counted).toMatchObject({ done: 7 });
    expect(loop.counted.depth).toBeGreaterThan(2);
    expect(loop.counted.seconds).toBeCloseTo(0.07, 5);
  });

  test("ends when the last worker has, and retries nothing that the end interrupted", async () => {
    const interrupted: boolean[] = [];
    const loop = running(async (_key, signal) => {
      await loop.time.sleep(50);
      interrupted.push(signal.aborted);
      signal.throwIfAborted();
    });
    loop.queue.add("a");
    loop.queue.add("b");
    await loop.time.advance(10);
    loop.stop.abort();
    let isOver = false;
    void loop.ended.then(() => (isOver = true));
    await loop.time.advance(30);
    expect(isOver).toBe(false);
    await loop.time.advance(100);
    expect(isOver).toBe(true);
    expect(interrupted).toEqual([true, true]);
    expect(loop.lines).toEqual([]);
  });
});
