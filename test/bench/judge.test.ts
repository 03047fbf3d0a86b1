import { describe, expect, test } from "vitest";
import { judge } from "../../bench/judge.ts";
import { type Goal, type Line, type Measured, atMost, floor, ours, peer, ratioAtMost } from "../../bench/row.ts";

const line = (measured: readonly Measured[], goal?: Goal): Line => ({
  what: "DELETE",
  unit: "ms",
  measured,
  ...(goal === undefined ? {} : { goal }),
});

const none = floor("no policies", [2, 2, 100]);
const hand = peer("by hand", [4, 4, 4]);

describe("whether a goal is met", () => {
  test.each<{ readonly name: string; readonly goal: Goal; readonly own: number; readonly isMet: boolean }>([
    { name: "a figure at its limit", goal: atMost(3), own: 3, isMet: true },
    { name: "a figure beyond it", goal: atMost(3), own: 3.1, isMet: false },
    { name: "a ratio at its limit", goal: ratioAtMost(1.5, "no policies"), own: 3, isMet: true },
    { name: "a ratio beyond it", goal: ratioAtMost(1.4, "no policies"), own: 3, isMet: false },
    { name: "a ratio to a peer", goal: ratioAtMost(0.5, "by hand"), own: 2, isMet: true },
    { name: "at least so many", goal: { limit: "at least", figure: 7 }, own: 7, isMet: true },
    { name: "too few", goal: { limit: "at least", figure: 7 }, own: 6, isMet: false },
    {
      name: "a difference at its limit",
      goal: { limit: "at most", figure: 80, beside: { name: "no policies", by: "difference" } },
      own: 82,
      isMet: true,
    },
    {
      name: "a difference beyond it",
      goal: { limit: "at most", figure: 80, beside: { name: "no policies", by: "difference" } },
      own: 83,
      isMet: false,
    },
  ])("$name: $isMet", ({ goal, own, isMet }) => {
    expect(judge(line([none, hand, ours([own])], goal)).isMet).toBe(isMet);
  });

  test("it is left open where what it is beside was not measured", () => {
    const judged = judge(line([none, ours([1])], ratioAtMost(0.5, "Go, like Crossplane")));
    expect(judged).toMatchObject({ ratio: undefined, isMet: undefined });
  });

  test("without a goal there is a ratio to the floor, or else to the peer", () => {
    expect(judge(line([hand, none, ours([3])]))).toEqual({ figure: 3, ratio: 1.5, reached: 3, isMet: undefined });
    expect(judge(line([hand, ours([3])])).ratio).toBe(0.75);
    expect(judge(line([ours([3])])).ratio).toBeUndefined();
  });

  test("a line without Holdfast is a mistake", () => {
    expect(() => judge(line([none]))).toThrow("DELETE: nothing of Holdfast was measured");
  });
});
