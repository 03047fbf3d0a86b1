import { describe, expect, test } from "vitest";
import { splitPolicy } from "../../compiler/split/split-policy.ts";
import { inBatches, mostTogether } from "../searches/in-batches.ts";
import { searchOf } from "../searches/search-of.ts";
import { searchKeptMarks } from "./kept-marks-search.ts";

const { seed, size, timeoutMs } = searchOf("kept-marks");

describe.each([30, 37])("random rules that ask the cluster, and random updates, as Kubernetes 1.%i", (kube) => {
  test(
    `no release guard lets the marks of a protected object go, those that questions are asked with among them (seed ${seed})`,
    async () => {
      const found = await inBatches({ seed, size }, (from, count) => searchKeptMarks({ seed: from, kube }, count));
      console.log(`${found.guarded} of ${found.rules} rules read marks; ${found.refused} of ${found.updates} updates refused`);
      expect(found.problems).toEqual([]);
      expect(found.guarded).toBeGreaterThan(size / 10);
      expect(found.refused / found.updates).toBeGreaterThan(0.05);
      expect(found.refused / found.updates).toBeLessThan(0.8);
    },
    timeoutMs,
  );
});

test(
  "a guard that takes every answer for a yes is found out",
  async () => {
    const { problems } = await searchKeptMarks({ seed, kube: 30 }, Math.min(size, mostTogether), (policy) => {
      const { guarded, ...split } = splitPolicy(policy);
      const rulesAlone = guarded.rules.map((rule) => ({ ...rule, asking: rule.when }));
      return { ...split, guarded: { ...guarded, rules: rulesAlone } };
    });
    expect(problems.filter((problem) => problem.includes("\nlifted: "))).not.toEqual([]);
  },
  timeoutMs,
);
