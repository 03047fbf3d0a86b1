import { describe, expect, test } from "vitest";
import {
  compareStored,
  leftBehind,
  typeWarnings,
  describeUnlike,
  firstUnlike,
} from "../../compiler/cluster/verify/compare-stored.ts";
import { wantedPolicies } from "../../compiler/cluster/verify/index.ts";
import { binding, policy } from "./scripted-cluster.ts";

const [wanted] = wantedPolicies([{ kind: "Kustomization" }, policy, binding, undefined]);
if (wanted === undefined) throw new Error("there is a policy");
const stored = { policies: [policy], bindings: [binding] };

describe("what is stored", () => {
  test("equals the files, whatever the API server adds to metadata and status", () => {
    const found = { ...policy, metadata: { name: "keep", uid: "x", generation: 3 }, status: { observedGeneration: 3 } };
    expect(compareStored(wanted, { ...stored, policies: [found] })).toBeUndefined();
  });

  test("and the files, where these hold a policy alone", () => {
    const [alone] = wantedPolicies([policy]);
    expect(compareStored(alone ?? wanted, stored)).toMatchObject({ state: "no binding", why: "the files hold no binding of it" });
  });

  test("binds another policy", () => {
    const elsewhere = { ...binding, spec: { ...binding.spec, policyName: "other" } };
    expect(compareStored(wanted, { ...stored, bindings: [elsewhere] })).toEqual({
      policy: "keep",
      state: "drifted",
      why: 'in the ValidatingAdmissionPolicyBinding keep, spec.policyName is "other" there, and "keep" in the files',
    });
  });
});

describe("the first difference", () => {
  test.each([
    ["no difference", { a: [1, { b: 2 }], c: 1 }, { c: 1, a: [1, { b: 2 }] }, undefined],
    ["a value", { a: 1 }, { a: 2 }, "spec.a is 2 there, and 1 in the files"],
    ["something missing", { a: [1, 2] }, { a: [1] }, "spec.a[1] is absent there, and 2 in the files"],
    ["something more", {}, { a: {} }, "spec.a is {} there, and absent in the files"],
    ["an item more", { a: [1] }, { a: [1, 2] }, "spec.a[1] is 2 there, and absent in the files"],
    ["another type", { a: [] }, { a: {} }, "spec.a is {} there, and [] in the files"],
    ["a key of every object", {}, { constructor: 1 }, "spec.constructor is 1 there, and absent in the files"],
    ["nothing at all", { a: 1 }, undefined, 'spec is absent there, and {"a":1} in the files'],
    [
      "a long text, from shortly before it parts",
      { a: `${"x".repeat(100)} == 'yes' || ${"y".repeat(100)}` },
      { a: `${"x".repeat(100)} != 'yes' || ${"y".repeat(100)}` },
      `spec.a is "…${"x".repeat(29)} != 'yes' || ${"y".repeat(18)}…" there, and "…${"x".repeat(29)} == 'yes' || ${"y".repeat(18)}…" in the files`,
    ],
  ])("%s", (_, inFiles, there, said) => {
    const unlike = firstUnlike(inFiles, there, "spec");
    expect(unlike && describeUnlike(unlike)).toBe(said);
  });
});

describe("what is left behind", () => {
  const ours = { labels: { "app.kubernetes.io/managed-by": "holdfast" } };

  test("is only what bears our label", () => {
    const policies = [policy, { metadata: { name: "foreign" } }, { metadata: { name: "mine", ...ours } }];
    expect(leftBehind([wanted], { ...stored, policies })).toEqual([
      { policy: "mine", state: "left behind", why: "it is in the cluster (from an unknown source), and not in these files" },
    ]);
  });

  test("may be a second binding of a policy that is in the files", () => {
    const second = { metadata: { name: "second", ...ours }, spec: { policyName: "keep" } };
    const ofAnother = { metadata: { name: "third", ...ours }, spec: { policyName: "mine" } };
    expect(leftBehind([wanted], { ...stored, bindings: [binding, second, ofAnother] })).toEqual([
      { policy: "keep", state: "left behind", why: "its binding second is in the cluster, and not in these files" },
    ]);
  });
});

test("type warnings of an older state of the policy, and none, are not shown", () => {
  const withStatus = (observedGeneration: number | undefined) => {
    const expressionWarnings = [{ fieldRef: "spec.validations[0].expression", warning: "undefined field 'x'" }];
    const status = { observedGeneration, typeChecking: { expressionWarnings } };
    return { ...stored, policies: [{ ...policy, metadata: { name: "keep", generation: 2 }, status }] };
  };
  expect(typeWarnings(wanted, withStatus(2))).toEqual([
    { policy: "keep", state: "warning", why: "the type check of spec.validations[0].expression says: undefined field 'x'" },
  ]);
  expect(typeWarnings(wanted, withStatus(1))).toEqual([]);
  expect(typeWarnings(wanted, withStatus(undefined))).toEqual([]);
  expect(typeWarnings(wanted, stored)).toEqual([]);
});
