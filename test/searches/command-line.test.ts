import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../house/source-files.ts";
import { readCommand } from "./command-line.ts";
import { type Measurement, estimate, measurementsIn, recorded, tableOf } from "./measurements.ts";
import { searches } from "./table.ts";

describe("the command line of a long run", () => {
  test("means every part at full size, unless it says otherwise", () => {
    const { parts, seed } = readCommand([]);
    expect(parts.map(({ name }) => name)).toEqual(Object.keys(searches));
    expect(parts.map(({ size }) => size)).toEqual(Object.values(searches).map(({ full }) => full));
    expect(seed).toBeUndefined();
  });

  test("names parts and groups, seed and size", () => {
    expect(readCommand(["split", "--seed", "7", "--size", "100"])).toMatchObject({
      parts: [{ name: "split", size: 100 }],
      seed: 7,
    });
    const faults = readCommand(["faults", "storm", "--size", "small"]).parts.map(({ name }) => name);
    expect(faults.every((name) => searches[name].group === "faults")).toBe(true);
    expect(faults.filter((name) => name === "storm")).toEqual(["storm"]);
  });

  test.each([
    [["nothing"], "there is no part `nothing`"],
    [["split", "--size", "1"], "the smallest size of split is"],
    [["split", "--size", "many"], "a whole number from 0"],
    [["split", "--seed", "-1"], "--seed"],
    [["split", "--seed", "4294967296"], "a whole number from 0 to 2147483647"],
    [["--quick"], "--quick"],
  ])("%j is an error that says why", (words, why) => {
    expect(() => readCommand(words)).toThrow(why);
  });
});

describe("measurements", () => {
  const one: Measurement = {
    part: "split",
    commit: "abc1234",
    date: "2026-01-02",
    machine: "2 cores",
    seed: 7,
    size: 200,
    seconds: 90,
    result: "passed",
  };
  const page = `# Title\n\n${tableOf([one])}\n\nMore.\n`;

  test("replace the row of their part, or come where their name stands", () => {
    expect(measurementsIn(recorded(page, { ...one, size: 400 }))).toEqual([{ ...one, size: 400 }]);
    const more = recorded(page, { ...one, part: "budget" });
    expect(measurementsIn(more).map(({ part }) => part)).toEqual(["budget", "split"]);
    expect(more.endsWith("\n\nMore.\n")).toBe(true);
  });

  test("tell how long a part may take", () => {
    expect(estimate([one], "split", 2_000)).toBe("about 15 min (200 took 90 s on 2 cores)");
    expect(estimate([one], "budget", 2_000)).toBe("not measured yet");
  });

  test("of docs/internals/measurements.md can be read, and are of parts that there are", () => {
    const known = measurementsIn(readFileSync(join(root, "docs/internals/measurements.md"), "utf8"));
    expect(known.filter(({ part }) => !(part in searches))).toEqual([]);
  });
});
