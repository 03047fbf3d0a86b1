import { describe, expect, test } from "vitest";
import { searchReleases } from "./release-search.ts";

/** As in the fidelity search: the same seed makes the same rules and updates. */
const seed = 20261122;
const rules = 150;

describe.each([30, 37])("random rules and random updates, as Kubernetes 1.%i", (kube) => {
  test(`no release guard lets the marks of a protected object go, and none minds other updates (seed ${seed})`, async () => {
    const found = await searchReleases({ seed, kube }, rules);
    console.log(`${found.guarded} of ${found.rules} rules read marks; ${found.refused} of ${found.updates} updates refused`);
    expect(found.problems).toEqual([]);
    expect(found.guarded).toBeGreaterThan(rules / 4);
    expect(found.refused / found.updates).toBeGreaterThan(0.05);
    expect(found.admittedChanges / found.updates).toBeGreaterThan(0.3);
  }, 300_000);
});

test("a guard that takes the old marks for the new ones is found out", async () => {
  const { problems } = await searchReleases({ seed, kube: 30 }, rules, (yaml) =>
    yaml.replaceAll(/([^A-Za-z])object\.metadata/g, "$1oldObject.metadata"),
  );
  expect(problems.filter((problem) => problem.includes("): lifted: "))).not.toEqual([]);
}, 300_000);
