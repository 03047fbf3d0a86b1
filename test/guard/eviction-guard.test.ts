import { expect, test } from "vitest";
import { create, del } from "../../compiler/simulator/testing/index.ts";
import { askedPolicy } from "./asked.ts";
import { deniedBy, kept, pod, policyWith } from "./kept-objects.ts";

const eviction = (name: string) =>
  create({ apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace: "shop" } })
    .resource("pods.v1.")
    .subresource("eviction");

test("the eviction guard denies evicting a protected Pod, and no other", async () => {
  const asked = await askedPolicy(policyWith(`{ group: "", resource: "pods" }`));
  expect(deniedBy(asked, eviction("one").holding(pod(kept), pod({ name: "two" })))).toEqual(["evictionGuard"]);
  expect(deniedBy(asked, eviction("two").holding(pod(kept), pod({ name: "two" })))).toEqual([]);
});

test.each(["labels", "annotations"])(
  "it denies evicting a Pod that cannot be judged, which has none of the %s",
  async (marks) => {
    const asked = await askedPolicy(`import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "kept",
  match: [{ group: "", resource: "pods" }],
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.finalizers!.length > 0 && oldObject.metadata.${marks}?.["keep"] === "yes",
      message: "it is kept",
    },
  },
});
`);
    const judged = pod({ name: "two", finalizers: ["example.com/a"] });
    expect(deniedBy(asked, del(pod()))).toEqual(["keep"]);
    expect(deniedBy(asked, eviction("one").holding(pod()))).toEqual(["evictionGuard"]);
    expect(deniedBy(asked, eviction("two").holding(judged))).toEqual([]);
  },
);
