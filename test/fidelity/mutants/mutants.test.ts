import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { searchOf } from "../../searches/search-of.ts";
import { findMutants } from "./find-mutants.ts";
import { plantIn } from "./mutant.ts";
import { mutants } from "./table.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test("there are faults enough, each with a name of its own", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test.each(mutants)("$name: still to be planted in $file", (mutant) => {
  expect(plantIn(readFileSync(`${root}${mutant.file}`, "utf8"), mutant)).not.toBe("");
});

test("a fault whose text is gone is no fault", () => {
  const mutant = { name: "gone", file: "a.ts", text: "x", replacement: "y" };
  expect(() => plantIn("nothing", mutant)).toThrow('the mutant "gone" wants this once in a.ts, it is there 0 times');
  expect(() => plantIn("x x", mutant)).toThrow("2 times");
  expect(() => plantIn("x", { ...mutant, replacement: "x" })).toThrow('"gone" changes nothing of a.ts');
});

test("a fault in a file that nothing loads is not taken for planted", { timeout: 120_000 }, async () => {
  const elsewhere = { name: "elsewhere", file: "compiler/cli/main.ts", text: "x", replacement: "y" };
  await expect(findMutants([elsewhere], { seed: 1, kube: 30, rules: 1 })).rejects.toThrow(
    '"elsewhere" was not planted: nothing loads compiler/cli/main.ts',
  );
});

const { seed, size: rules, isLong, timeoutMs } = searchOf("fidelity-mutants");

/** Some of each table; `npm run test:long -- fidelity-mutants` plants all. */
const planted = [
  "a missing type test of booleans",
  "De Morgan's law forgotten",
  "null as present",
  "conditions of any type, which evaluate, and which no API server takes",
];

test("the search finds a fault of each kind", { timeout: timeoutMs }, async () => {
  const some = mutants.filter(({ name }) => isLong || planted.includes(name));
  const found = await findMutants(some, { seed, kube: 30, rules }, ({ mutant, cases }) => {
    if (isLong) console.log(`${cases === undefined ? "NOT FOUND" : `${cases} cases`}: ${mutant.name}`);
  });
  expect(some.length).toBe(isLong ? mutants.length : planted.length);
  expect(found.filter(({ cases }) => cases === undefined).map(({ mutant }) => mutant.name)).toEqual([]);
});
