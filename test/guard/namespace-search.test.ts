import { describe, expect, test } from "vitest";
import { inBatches, maxTogether } from "../searches/in-batches.ts";
import { searchOf } from "../searches/search-of.ts";
import { searchNamespaceMarks } from "./namespace-search.ts";

/** The same seed makes the same rules and updates. */
const { seed, size, timeoutMs } = searchOf("namespace-guard");

describe.each([30, 37])("random rules about marks of the Namespace, as Kubernetes 1.%i", (kube) => {
  test(
    `no update of the Namespace lets the protection of what is in it go, and none without marks is denied (seed ${seed})`,
    async () => {
      const found = await inBatches({ seed, size }, (from, count) => searchNamespaceMarks({ seed: from, kube }, count));
      console.log(
        `${found.guarded} of ${found.rules} rules are guarded; ${found.denied} of ${found.updates} updates denied; ` +
          `${found.offForMarked} let the protection of objects with marks of their own go`,
      );
      expect(found.problems).toEqual([]);
      expect(found.guarded / found.rules).toBeGreaterThan(0.5);
      expect(found.denied / found.updates).toBeGreaterThan(0.05);
      // A known limit: docs/security/limits-of-guards.md tells of it as long as there are any.
      expect(found.offForMarked).toBeGreaterThan(0);
    },
    timeoutMs,
  );
});

test(
  "a release guard that is off is found out",
  async () => {
    const { problems, denied } = await searchNamespaceMarks(
      { seed, kube: 30, guards: `{ release: { off: "to be found out" } }` },
      Math.min(size, maxTogether),
    );
    expect(denied).toBe(0);
    expect(problems.filter((problem) => problem.startsWith("unmarked "))).not.toEqual([]);
  },
  timeoutMs,
);
