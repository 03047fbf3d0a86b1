import { describe, expect, test } from "vitest";

import { pauseMs, waitUntil } from "./wait-until.ts";

describe("waitUntil", () => {
  test("asks again until the condition holds", async () => {
    let asked = 0;
    await waitUntil("asked three times", async () => ++asked === 3);
    expect(asked).toBe(3);
  });

  test("asks forty times a second, and the less often the longer it waits", () => {
    expect([0, 500, 1_000, 5_000, 100_000].map(pauseMs)).toEqual([25, 25, 50, 250, 250]);
  });

  test("names what did not come and how long it waited", async () => {
    const waiting = waitUntil("pigs fly", async () => false, 110);
    await expect(waiting).rejects.toThrow(/^waited \d+\.\d s in vain until pigs fly/);
  });

  test("ends with the error of a condition that throws", async () => {
    const waiting = waitUntil("pigs fly", () => Promise.reject(new Error("no pigs")));
    await expect(waiting).rejects.toThrow("no pigs");
  });
});
