import { describe, expect, test } from "vitest";
import { inBatches, maxTogether } from "../searches/in-batches.ts";
import { searchOf } from "../searches/search-of.ts";
import { searchReleases } from "./release-search.ts";

/** As in the fidelity search: the same seed makes the same rules and updates. */
const { seed, size, timeoutMs } = searchOf("release-guard");

describe.each([30, 37])("random rules and random updates, as Kubernetes 1.%i", (kube) => {
  test(
    `no release guard lets the marks of a protected object go, and none minds other updates (seed ${seed})`,
    async () => {
      const found = await inBatches({ seed, size }, (from, count) => searchReleases({ seed: from, kube }, count));
      console.log(`${found.guarded} of ${found.rules} rules read marks; ${found.denied} of ${found.updates} updates denied`);
      expect(found.problems).toEqual([]);
      expect(found.guarded).toBeGreaterThan(size / 4);
      expect(found.denied / found.updates).toBeGreaterThan(0.05);
      expect(found.admittedChanges / found.updates).toBeGreaterThan(0.3);
    },
    timeoutMs,
  );
});

test(
  "a guard that takes the old marks for the new ones is found out",
  async () => {
    // One rule in 30 or so meets an update that shows it.
    const { problems } = await searchReleases({ seed, kube: 30 }, maxTogether, (yaml) =>
      yaml.replaceAll(/([^A-Za-z])object\.metadata/g, "$1oldObject.metadata"),
    );
    expect(problems.filter((problem) => problem.includes("): unmarked: "))).not.toEqual([]);
  },
  timeoutMs,
);
