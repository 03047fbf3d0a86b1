import { describe, expect, it } from "vitest";
import { literal } from "../../compiler/ir/expression.ts";
import type { SelectorIr } from "../../compiler/ir/policy.ts";
import { buildSelector } from "../../compiler/manifest/label-selector.ts";
import { buildAdmissionPolicy, buildPolicyBindings } from "../../compiler/manifest/admission-policy.ts";
import { samplePolicy, sampleValidation, deployments, requestsFor, span } from "./sample-policy.ts";

const origin = { file: "policies/keep.ts", line: 12 };

/** Every list and object in a document that is empty, by path; `{}` of a selector means everything and is kept. */
function emptyParts(value: unknown, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, part]) => emptyParts(part, `${path}/${key}`));
}

describe("a ValidatingAdmissionPolicy", () => {
  const policy = buildAdmissionPolicy(samplePolicy(), origin);

  it("spells out every default of the API server", () => {
    expect(policy.spec).toEqual({
      failurePolicy: "Fail",
      matchConstraints: {
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [
          { apiGroups: ["apps"], apiVersions: ["*"], operations: ["DELETE"], resources: ["deployments"], scope: "*" },
        ],
      },
      variables: [{ name: "labels", expression: "oldObject.metadata.?labels" }],
      validations: [
        {
          expression: "oldObject.metadata.name != 'keep'",
          messageExpression: "'byName: ' + oldObject.metadata.name",
          message: "byName: the request is denied by this rule",
          reason: "Forbidden",
        },
      ],
    });
  });

  it.each([
    ["one that is the same for every object is no CEL", "byName: kept", { message: "byName: kept" }],
    [
      "one that the API server would not store as such is",
      "byName:\tkept",
      { messageExpression: "'byName:\\tkept'", message: "byName: the request is denied by this rule" },
    ],
  ])("says its message: %s", (_, text, said) => {
    const validations = [{ ...sampleValidation, message: literal(text, span) }];
    const { spec } = buildAdmissionPolicy(samplePolicy({ validations }), origin);
    expect(spec.validations).toEqual([{ expression: "oldObject.metadata.name != 'keep'", ...said, reason: "Forbidden" }]);
  });

  it("has no empty list or object that the API server would drop", () => {
    const bare = buildAdmissionPolicy(samplePolicy({ variables: [] }), origin);
    expect(emptyParts(bare)).toEqual(["/spec/matchConstraints/namespaceSelector", "/spec/matchConstraints/objectSelector"]);
  });

  it("reads in the order in which a request meets it", () => {
    const match = [{ group: "*.services.k8s.aws", version: undefined, resource: "*" }];
    const { spec, ...head } = buildAdmissionPolicy(samplePolicy({ requests: requestsFor(match) }), origin);
    expect(Object.keys(head)).toEqual(["apiVersion", "kind", "metadata"]);
    expect(Object.keys(spec)).toEqual(["failurePolicy", "matchConstraints", "matchConditions", "variables", "validations"]);
  });

  it("writes operations as Kubernetes does, in the author's order", () => {
    const { spec } = buildAdmissionPolicy(
      samplePolicy({ requests: requestsFor(deployments, ["update", "create", "delete"]) }),
      origin,
    );
    expect(spec.matchConstraints.resourceRules[0]?.operations).toEqual(["UPDATE", "CREATE", "DELETE"]);
  });
});

describe("metadata", () => {
  const policy = buildAdmissionPolicy(samplePolicy(), origin);
  const bindings = buildPolicyBindings(samplePolicy());

  it("says where the policy comes from and keeps Argo CD and Flux from pruning it", () => {
    expect(policy.metadata).toEqual({
      name: "keep",
      labels: { "app.kubernetes.io/managed-by": "holdfast" },
      annotations: {
        "holdfast.dev/source": "policies/keep.ts:12",
        "argocd.argoproj.io/sync-options": "Prune=false",
        "argocd.argoproj.io/sync-wave": "-2",
        "kustomize.toolkit.fluxcd.io/prune": "disabled",
      },
    });
  });

  it("does not say it again on its bindings, which have the same name", () => {
    expect(bindings.map(({ metadata }) => metadata.annotations["holdfast.dev/source"])).toEqual([undefined]);
  });

  it("orders the policy before its binding, and both before workloads", () => {
    const waves = [policy, ...bindings].map(({ metadata }) => Number(metadata.annotations["argocd.argoproj.io/sync-wave"]));
    expect(waves[0]).toBeLessThan(waves[1] ?? Number.NaN);
    expect(waves[1]).toBeLessThan(0);
  });
});

describe("a selector", () => {
  it.each<readonly [NonNullable<SelectorIr["matchExpressions"]>, object | undefined]>([
    [[{ key: "tier", operator: "In", values: ["gold"] }], { matchLabels: { tier: "gold" } }],
    [[{ key: "tier", operator: "In", values: ["gold", "silver"] }], undefined],
    [[{ key: "tier", operator: "Exists" }], undefined],
    [
      [
        { key: "tier", operator: "In", values: ["gold"] },
        { key: "tier", operator: "In", values: ["silver"] },
      ],
      undefined,
    ],
    [
      [
        { key: "tier", operator: "NotIn", values: ["gold"] },
        { key: "team", operator: "In", values: ["a"] },
      ],
      { matchLabels: { team: "a" }, matchExpressions: [{ key: "tier", operator: "NotIn", values: ["gold"] }] },
    ],
  ])("%j has a label with one value as matchLabels", (matchExpressions, expected) => {
    expect(buildSelector({ matchExpressions })).toEqual(expected ?? { matchExpressions });
  });
});

describe("a binding", () => {
  it("says what happens, and where it is not meant everywhere, with every default written out", () => {
    const namespaces = { matchExpressions: [{ key: "stage", operator: "In", values: ["production"] }] } as const;
    const bindings = [
      { name: "keep-where-deny", validationActions: ["Deny"], namespaces },
      { name: "keep", validationActions: ["Audit"], namespaces: undefined },
    ] as const;
    const [first, second] = buildPolicyBindings(samplePolicy({ bindings }));
    expect(first).toMatchObject({
      metadata: { name: "keep-where-deny" },
      spec: {
        policyName: "keep",
        matchResources: { matchPolicy: "Equivalent", namespaceSelector: namespaces, objectSelector: {} },
        validationActions: ["Deny"],
      },
    });
    expect(second?.spec).toEqual({ policyName: "keep", validationActions: ["Audit"] });
  });
});
