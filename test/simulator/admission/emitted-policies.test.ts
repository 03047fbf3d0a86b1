import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../house/source-files.ts";
import { AdmissionEvaluator, deleteOf, namespaceNamed } from "../../../compiler/simulator/admission/index.ts";
import { documentsOf, oldestKube } from "./policy-files.ts";

const generated = join(root, "generated");
const files = readdirSync(generated).filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml");
const documents = documentsOf(...files.map((name) => readFileSync(join(generated, name), "utf8")));

test("every expression of the policies in this repository is understood", () => {
  const expressions = documents.policies.flatMap(({ matchConditions, variables, validations }) => [
    ...[...matchConditions, ...variables].map(({ expression }) => expression),
    ...validations.flatMap(({ expression, messageExpression = "''" }) => [expression, messageExpression]),
  ]);
  expect(() => new AdmissionEvaluator(documents, { kube: oldestKube })).not.toThrow();
  console.info(`emitted: ${expressions.length} expressions in ${documents.policies.length} admission policies, none denied`);
  expect(expressions.length).toBeGreaterThan(20);
});

const evaluations = 2560;

test(`${evaluations} requests against one policy`, () => {
  const policies = documents.policies.filter(({ name }) => name === "ack-prevent-delete");
  const evaluator = new AdmissionEvaluator({ ...documents, policies }, { kube: oldestKube });
  const inputs = Array.from({ length: evaluations }, (_, at) => deleteOfBucket(at));
  const denied = inputs.filter((input) => evaluator.evaluate(input).denial !== undefined).length;
  expect(denied).toBe(evaluations / 4);
});

/** Each its own object: an own mark or one of the Namespace, true or false. */
function deleteOfBucket(at: number): ReturnType<typeof deleteOf> {
  const own = at % 4 === 0 ? { "services.k8s.aws/prevent-delete": "true" } : {};
  const inherited = at % 4 === 1 ? { "services.k8s.aws/prevent-delete": "false" } : {};
  const metadata = { name: `b-${at}`, namespace: "shop", labels: { at: String(at) }, annotations: { ...own, note: "x" } };
  const bucket = {
    apiVersion: "s3.services.k8s.aws/v1alpha1",
    kind: "Bucket",
    metadata,
    spec: { name: `b-${at}`, tagging: { tagSet: [] } },
  };
  const namespaceObject = namespaceNamed("shop", { annotations: inherited });
  return deleteOf(bucket, {
    resource: { group: "s3.services.k8s.aws", version: "v1alpha1", resource: "buckets" },
    namespaceObject,
  });
}
