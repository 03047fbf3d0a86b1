import { expect, test } from "vitest";
import { create } from "../../compiler/simulator/testing/index.ts";
import { askedPolicy } from "./asked.ts";
import { deniedBy, kept, pod, policyWith } from "./kept-objects.ts";

test("the eviction guard denies evicting a protected Pod, and no other", async () => {
  const asked = await askedPolicy(policyWith(`{ group: "", resource: "pods" }`));
  const eviction = (name: string) =>
    create({ apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace: "shop" } })
      .resource("pods.v1.")
      .subresource("eviction");
  expect(deniedBy(asked, eviction("one").holding(pod(kept), pod({ name: "two" })))).toEqual(["evictionGuard"]);
  expect(deniedBy(asked, eviction("two").holding(pod(kept), pod({ name: "two" })))).toEqual([]);
});
