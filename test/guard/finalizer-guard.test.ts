import { expect, test } from "vitest";
import { update } from "../../compiler/simulator/testing/index.ts";
import { askedPolicy } from "./asked.ts";
import { configMap, deniedBy, kept, policyWith } from "./kept-objects.ts";

test("the finalizer guard keeps what the policy names on what is terminating", async () => {
  const asked = await askedPolicy(
    policyWith(`{ group: "", resource: "configmaps" }`, `guards: { finalizers: { keep: ["a/hold"] } },`),
  );
  const ending = (...finalizers: readonly string[]) =>
    configMap({ ...kept, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers });
  expect(deniedBy(asked, update(ending("a/hold", "b/c"), ending("b/c")))).toEqual(["finalizerGuard"]);
  expect(deniedBy(asked, update(ending("a/hold", "b/c"), ending("a/hold")))).toEqual([]);
  expect(deniedBy(asked, update(configMap({ ...kept, finalizers: ["a/hold"] }), configMap(kept)))).toEqual([]);
});
