import { expect, test } from "vitest";
import { openBench } from "../../bench/open-bench.ts";
import { keptNames } from "../../bench/api-server/policy-sets.ts";
import { rows } from "../../bench/rows/index.ts";

const names = rows.map(({ name }) => name);

test("each row has a name of its own, which can be typed", () => {
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z][a-z0-9-]+$/.test(name))).toEqual([]);
});

test("each row says in one to three sentences what it means", () => {
  const sentences = rows.map(({ name, means }) => [name, means.match(/\.(?=\s|$)/g)?.length ?? 0] as const);
  expect(sentences.filter(([, count]) => count < 1 || count > 4)).toEqual([]);
});

test("only what takes minutes is left out of a run of all", () => {
  expect(rows.filter(({ onlyByName }) => onlyByName === true).map(({ name }) => name)).toEqual([
    "plan-delete",
    "compile-1000",
    "compile-10000",
  ]);
});

test("there are a hundred policies, and as many objects that they keep", () => {
  expect(new Set(keptNames).size).toBe(100);
});

test("what rows share is opened once, and closed in the reverse order, without what could not be opened", async () => {
  const steps: string[] = [];
  const bench = openBench(1, () => undefined);
  const open = (name: string) => async () => {
    steps.push(`open ${name}`);
    return { name, close: async () => void steps.push(`close ${name}`) };
  };
  const first = await bench.shared("a", open("a"));
  expect(await bench.shared("a", open("another"))).toBe(first);
  await expect(bench.shared("b", () => Promise.reject(new Error("no Go")))).rejects.toThrow("no Go");
  await bench.shared("c", open("c"));
  await bench.close();
  expect(steps).toEqual(["open a", "open c", "close c", "close a"]);
});
