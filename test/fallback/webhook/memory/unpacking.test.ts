import { expect, test } from "vitest";
import { recentlyRead } from "../../../../runtime-fallback/webhook/memory/unpacking.ts";

/** What it gives, and how often a text was read for that. */
function scene(lengthOf: (packed: string) => number = () => 200) {
  const reads = new Map<string, number>();
  const recall = recentlyRead((packed) => {
    reads.set(packed, (reads.get(packed) ?? 0) + 1);
    return JSON.stringify({ name: packed, filling: "x".repeat(lengthOf(packed)) });
  });
  return { recall, readsOf: (packed: string) => reads.get(packed) ?? 0 };
}

test("an object that was read lately is given as it was then, and each text has its own", () => {
  const { recall, readsOf } = scene();
  const first = recall("a");
  expect(first).toMatchObject({ name: "a" });
  expect(recall("b")).toMatchObject({ name: "b" });
  expect(recall("a")).toBe(first);
  expect(readsOf("a")).toBe(1);
});

test("what has not been asked for while many others were is read anew", () => {
  const { recall, readsOf } = scene();
  recall("a");
  // Each is some 220 characters, so that 2,000 are more than there is room for.
  for (let at = 0; at < 2_000; at += 1) recall(`other ${at}`);
  recall("a");
  expect(readsOf("a")).toBe(2);
  expect(readsOf("other 1999")).toBe(1);
  recall("other 1999");
  expect(readsOf("other 1999")).toBe(1);
});

test("who may write objects of any length does not fill memory with them", () => {
  const { recall, readsOf } = scene((packed) => (packed.startsWith("large") ? 100_000 : 200));
  recall("small");
  for (let at = 0; at < 100; at += 1) expect(recall("large")).toMatchObject({ name: "large" });
  expect(readsOf("large")).toBe(100);
  // Nor do they drive out what others ask for.
  recall("small");
  expect(readsOf("small")).toBe(1);
});
