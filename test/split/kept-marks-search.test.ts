import { describe, expect, test } from "vitest";
import { splitPolicy } from "../../compiler/split/split-policy.ts";
import { inBatches } from "../searches/in-batches.ts";
import { searchOf } from "../searches/search-of.ts";
import { searchKeptMarks } from "./kept-marks-search.ts";

const { seed, size, timeoutMs } = searchOf("kept-marks");

describe.each([30, 37])("random rules that ask the cluster, and random updates, as Kubernetes 1.%i", (kube) => {
  test(
    `no release guard lets the marks of a protected object go, those that queries are asked with among them (seed ${seed})`,
    async () => {
      const found = await inBatches({ seed, size }, (from, count) => searchKeptMarks({ seed: from, kube }, count));
      console.log(`${found.guarded} of ${found.rules} rules read marks; ${found.rejected} of ${found.updates} updates rejected`);
      expect(found.problems).toEqual([]);
      expect(found.guarded).toBeGreaterThan(size / 10);
      expect(found.rejected / found.updates).toBeGreaterThan(0.05);
      expect(found.rejected / found.updates).toBeLessThan(0.8);
    },
    timeoutMs,
  );
});

/** Few rules show the fault: their answer has to change together with a mark. */
async function isFoundOut(): Promise<boolean> {
  for (const batch of Array(12).keys()) {
    const { problems } = await searchKeptMarks({ seed: seed + 1_000 * batch, kube: 30 }, 24, {
      split: (policy) => {
        const { guarded, ...split } = splitPolicy(policy);
        const rulesAlone = guarded.rules.map((rule) => ({ ...rule, asking: rule.when }));
        return { ...split, guarded: { ...guarded, rules: rulesAlone } };
      },
    });
    if (problems.some((problem) => problem.includes("\nlifted: "))) return true;
  }
  return false;
}

test("a guard that takes every answer for a yes is found out", async () => expect(await isFoundOut()).toBe(true), timeoutMs);
