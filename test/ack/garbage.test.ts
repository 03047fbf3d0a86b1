import { describe, expect, test } from "vitest";
import { evaluate } from "../../compiler/simulator/evaluate/index.ts";
import policy from "../../policies/ack-prevent-delete.ts";
import { deleteOf } from "../../compiler/simulator/admission/index.ts";
import { evaluatorOf } from "../simulator/admission/policy-files.ts";
import { garbage, messageFor } from "./garbage.ts";
import { bucket, generic } from "./kinds.ts";
import { generatedText } from "./policies-in-force.ts";

describe("garbage in a mark, without a server", () => {
  const evaluator = evaluatorOf(generatedText("ack-prevent-delete"));
  const inputs = garbage.map(({ value, shown }) => ({
    input: deleteOf(
      {
        apiVersion: "s3.services.k8s.aws/v1alpha1",
        kind: "Bucket",
        metadata: { name: "data", namespace: "default", annotations: { [generic]: value } },
      },
      { resource: { group: bucket.group, version: "v1alpha1", resource: bucket.plural } },
    ),
    expected: messageFor("data", shown),
  }));

  test("as TypeScript", () => {
    expect(inputs.map(({ input }) => evaluate(policy, input).map(({ message }) => message))).toStrictEqual(
      inputs.map(({ expected }) => [expected]),
    );
  });

  test("as CEL of the generated YAML", () => {
    const said = inputs.map(({ input }) => evaluator.evaluate(input).findings.map(({ message }) => message));
    expect(said).toStrictEqual(inputs.map(({ expected }) => [expected]));
  });
});
