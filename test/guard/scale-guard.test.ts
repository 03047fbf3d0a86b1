import { expect, test } from "vitest";
import { del, update } from "../../compiler/simulator/testing/index.ts";
import { askedPolicy } from "./asked.ts";
import { deniedBy, object } from "./kept-objects.ts";

const policyOf = (marks: string): string => `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "kept",
  match: [{ group: "apps", resource: "deployments" }],
  guards: { freeze: true },
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.finalizers!.length > 0 && oldObject.metadata.${marks}?.["keep"] === "yes",
      message: "it is kept",
    },
  },
});
`;

const deployment = (metadata: object = {}) => ({
  apiVersion: "apps/v1",
  ...object("Deployment", { namespace: "shop", ...metadata }),
});

const scaled = (name: string) => {
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name, namespace: "shop" }, spec: { replicas: 3 } };
  return update(scale, { ...scale, spec: {} })
    .resource("deployments.v1.apps")
    .subresource("scale");
};

test.each(["labels", "annotations"])(
  "what cannot be judged is not scaled to nothing, though it has none of the %s",
  async (marks) => {
    const asked = await askedPolicy(policyOf(marks));
    const judged = deployment({ name: "two", finalizers: ["example.com/a"] });
    expect(deniedBy(asked, del(deployment()))).toEqual(["keep"]);
    expect(deniedBy(asked, scaled("one").holding(deployment(), judged))).toEqual(["scaleGuard"]);
    expect(deniedBy(asked, scaled("two").holding(deployment(), judged))).toEqual([]);
  },
);
