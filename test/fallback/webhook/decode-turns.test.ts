import { describe, expect, test } from "vitest";
import { decodeTurns } from "../../../runtime-fallback/webhook/review/decode-body.ts";
import { createManualClock } from "../manual-clock.ts";

const never = new AbortController().signal;
/** Whatever has been resolved by now goes on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns for reviews that take long to parse", () => {
  /** Who has begun, in order; each ends when it is told to. */
  function started() {
    const clock = createManualClock(0);
    const turns = decodeTurns(clock);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const take = (name: string, address: string, signal = never): void =>
      void turns.take(address, signal).then((end) => {
        begun.push(end === undefined ? `${name} gave up` : name);
        if (end !== undefined) ends.set(name, end);
      });
    const end = async (name: string, tookMs: number): Promise<void> => {
      clock.advance(tookMs);
      ends.get(name)?.();
      await settled();
    };
    return { clock, begun, take, end };
  }

  test("one at a time, and rests for as long as it took", async () => {
    const { clock, begun, take, end } = started();
    take("first", "a");
    take("second", "a");
    await settled();
    expect(begun).toEqual(["first"]);
    await end("first", 200);
    clock.advance(199);
    await settled();
    expect(begun).toEqual(["first"]);
    clock.advance(1);
    await settled();
    expect(begun).toEqual(["first", "second"]);
  });

  test("addresses take turns: whoever sends many waits behind himself", async () => {
    const { clock, begun, take, end } = started();
    for (const at of [1, 2, 3, 4]) take(`stranger ${at}`, "10.0.0.9");
    take("API server 1", "10.0.0.1");
    take("API server 2", "10.0.0.1");
    for (const _ of [1, 2, 3, 4, 5]) {
      await settled();
      await end(begun.at(-1) ?? "", 10);
      clock.advance(10);
    }
    await settled();
    expect(begun).toEqual(["stranger 1", "stranger 2", "API server 1", "stranger 3", "API server 2", "stranger 4"]);
  });

  test("whoever has gone takes no turn, and keeps none from others", async () => {
    const { clock, begun, take, end } = started();
    const gone = new AbortController();
    take("first", "a");
    take("gone", "a", gone.signal);
    take("late", "b", AbortSignal.abort());
    take("third", "c");
    await settled();
    gone.abort();
    await end("first", 5);
    clock.advance(5);
    await settled();
    expect(begun).toEqual(["first", "late gave up", "gone gave up", "third"]);
  });
});
