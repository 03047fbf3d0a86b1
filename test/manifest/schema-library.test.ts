import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { buildAdmissionPolicy, buildPolicyBindings } from "../../compiler/manifest/admission-policy.ts";
import { buildKustomization } from "../../compiler/manifest/build.ts";
import { schemas } from "../../compiler/manifest/schema/check-file.ts";
import { checkOf } from "../../compiler/manifest/schema/check-schema.ts";
import type { Schema } from "../../compiler/manifest/schema/primitives.ts";
import { resourceCovers } from "../../compiler/api/coverage.ts";
import { requestsFor, samplePolicy } from "./sample-policy.ts";

/** A library that takes any JSON schema, with the two keywords that are ours. */
const library = new Ajv({ strict: true, strictRequired: false, allErrors: true });
library.addKeyword({
  keyword: "distinctNames",
  type: "array",
  validate: (_: boolean, items: readonly ({ name?: string } | null)[]) =>
    items.every((item, at) => items.findIndex((other) => other?.name === item?.name) === at),
});
library.addKeyword({
  keyword: "compatibleResources",
  type: "array",
  validate: (_: boolean, items: readonly unknown[]) => {
    const texts = items.map(String);
    return texts.every((item, at) => !texts.some((other, index) => index !== at && resourceCovers(other, item)));
  },
});

it.each(Object.entries(schemas))("the schema of a %s is a JSON schema", (_, schema) => {
  expect(new Ajv().validateSchema(schema)).toBe(true);
});

it("a keyword that nobody checks is an error", () => {
  expect(() => checkOf({ type: "object", minimumLength: 3 })).toThrow("minimumLength is no keyword of our schemas");
});

const origin = { file: "policies/keep.ts", line: 12 };
const match = [{ group: "*.services.k8s.aws", version: undefined, resource: "*" }];
const service = { namespace: "holdfast", name: "holdfast-webhook", path: "/rules/keep", port: 443 };
const webhook = {
  name: "keep.holdfast.dev",
  clientConfig: { caBundle: "Zm9v", service },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["pods", "pods/status"], scope: "*" }],
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  namespaceSelector: { matchExpressions: [{ key: "a.io/b", operator: "In", values: ["c"] }] },
  objectSelector: { matchLabels: { app: "shop" } },
  matchConditions: [{ name: "kept", expression: "true" }],
  sideEffects: "None",
  timeoutSeconds: 10,
  admissionReviewVersions: ["v1"],
};
const metadata = { name: "keep", labels: { "a.io/b": "c" }, annotations: { "a.io/b": "any text" } };
const samples: Readonly<Record<keyof typeof schemas, object>> = {
  ValidatingAdmissionPolicy: buildAdmissionPolicy(samplePolicy({ requests: requestsFor(match) }), origin),
  ValidatingAdmissionPolicyBinding: buildPolicyBindings(samplePolicy())[0] ?? {},
  ValidatingWebhookConfiguration: {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata,
    webhooks: [webhook],
  },
  Kustomization: buildKustomization(["a.yaml", "b.yaml"]),
};

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, part]: [string | number, unknown]) => pathsIn(part, [...path, key]))];
}

/** What may stand anywhere: something of another type, an end of a range, and what stands elsewhere. */
const scalars = [
  null,
  true,
  0,
  1,
  30,
  31,
  1.5,
  "",
  " ",
  "*",
  "a",
  "a\nb",
  "pods/*",
  "*/*",
  "Upper",
  "DELETE",
  "x.yaml",
  "../x.yaml",
  "namespace",
  "policy.static.k8s.io",
];
const long = [63, 64, 253, 254, 100_001].map((length) => "x".repeat(length));
const lists = [[], ["*"], ["*", "a"], ["a", "a"], ["DELETE"], ["Deny"], ["Deny", "Warn"], ["pods/*", "pods/status"]];
const objects = [{}, { a: 1 }, { name: "a" }, { "a.io/b": "c" }, { "two words": "c" }];
const named = ["a", "b", "a"].map((name) => ({ name, expression: "1" }));
const others: readonly unknown[] = [
  ...scalars,
  ...long,
  "\u{1F600}".repeat(253),
  ...lists,
  ...objects,
  named,
  named.slice(1),
  Array.from({ length: 65 }, (_, at) => ({ name: `c${at}`, expression: "true" })),
];

type Parts = Record<string | number, unknown>;
type Change = (parent: Parts, key: string | number) => void;

/** Another value or none, and a field or an item more. */
const changes: readonly Change[] = [
  ...others.map(
    (value): Change =>
      (parent, key) =>
        void (parent[key] = structuredClone(value)),
  ),
  (parent, key) => void (Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key]),
  (parent, key) => {
    const found = parent[key];
    if (Array.isArray(found)) found.push(structuredClone(found[0]));
    else if (typeof found === "object" && found !== null) (found as Parts)["unknown"] = "x";
  },
];

function changed(object: object, path: Path, change: Change): unknown {
  const whole: Parts = { object: structuredClone(object) };
  const inside: Path = ["object", ...path];
  const parent = inside.slice(0, -1).reduce<Parts>((part, name) => part[name] as Parts, whole);
  change(parent, inside.at(-1) ?? "");
  return whole["object"];
}

describe.each(Object.entries(schemas))("a %s is taken as a library takes it", (kind, schema: Schema) => {
  const wanted = library.compile(schema);
  const check = checkOf(schema);
  const sample = samples[kind as keyof typeof schemas];

  it("as it is", () => {
    expect([check(sample), wanted(sample)]).toEqual([undefined, true]);
  });

  it("with any one change, and for the same reason", () => {
    const made = pathsIn(sample).flatMap((path) => changes.map((change) => changed(sample, path, change)));
    const taken = made.filter((object) => {
      const problem = check(object);
      const isTaken = wanted(object);
      expect([problem, isTaken]).toEqual([problem, problem === undefined]);
      if (problem === undefined) return true;
      const places = (wanted.errors ?? []).map(({ instancePath }) => (instancePath === "" ? "/" : instancePath));
      expect(places).toContain(problem.slice(0, problem.indexOf(" ")));
      return false;
    });
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThan(made.length / 2);
  });
});
