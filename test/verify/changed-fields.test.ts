import { describe, expect, test } from "vitest";
import { codeOf } from "../../compiler/cli/verify/verify.ts";
import { type VerifyFinding, verifyEndpoint, wantedPolicies } from "../../compiler/cluster/verify/index.ts";
import { fieldsRead } from "../../compiler/cluster/verify/fields/fields-read.ts";
import { schemaField } from "../../compiler/cluster/verify/fields/schema-field.ts";
import { ScriptedCluster, binding, policy } from "./scripted-cluster.ts";

const definitions = "GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const policies = "GET /apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
const object = (properties: object) => ({ type: "object", properties });
const ofSpec = (properties: object) => object({ spec: object(properties) });
const preserved = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const protection = ofSpec({ protection: { type: "boolean" } });

/** A definition with these versions, each served. */
const definition = (plural: string, versions: Readonly<Record<string, object>>, more: object = {}) => ({
  [`${definitions}/${plural}.example.com`]: [
    200,
    {
      spec: {
        group: "example.com",
        names: { plural },
        versions: Object.entries(versions).map(([name, openAPIV3Schema]) => ({
          name,
          served: true,
          schema: { openAPIV3Schema },
        })),
        ...more,
      },
    },
  ] as const,
});

const reads = "object.?spec.?protection.orValue(false) != true";

/** What verify says of fields, where the policy has this expression and matches these resources. */
async function fieldsOf(
  answers: object,
  { expression = reads, resources = ["widgets"], groups = ["example.com"], apiVersions = ["v1"] } = {},
) {
  const [rule] = policy.spec.matchConstraints.resourceRules;
  const stored = {
    ...policy,
    spec: {
      matchConstraints: { resourceRules: [{ ...rule, apiGroups: groups, apiVersions, resources }] },
      validations: [{ expression, message: "keep: the request is denied by this rule", reason: "Forbidden" }],
    },
  };
  const cluster = new ScriptedCluster({ [policies]: [200, { items: [stored] }], ...answers });
  const findings = await verifyEndpoint(wantedPolicies([stored, binding]), cluster.client, {
    waitMs: 0,
    pause: () => Promise.resolve(),
  });
  const own = findings.filter(({ state, why }) => state === "fields changed" || (state === "warning" && /read|fields/.test(why)));
  return {
    own: own.map(({ state, why }) => `${state}: ${why}`),
    asked: cluster.asked.map(({ path }) => path),
    code: codeFor(own),
  };
}

const codeFor = (findings: readonly VerifyFinding[]) => codeOf([{ url: "https://scripted", findings, failure: undefined }]);
const help = "; run `holdfast types --cluster` again, and compile: it shows where";

describe("a field that no definition has any more is a finding", () => {
  test("missing", async () => {
    const { own, code } = await fieldsOf(definition("widgets", { v1: ofSpec({ other: { type: "boolean" } }) }));
    expect(own).toEqual([`fields changed: keep reads spec.protection, which widgets.example.com v1 does not have${help}`]);
    expect(code).toBe(1);
  });

  test("of another type", async () => {
    const { own, code } = await fieldsOf(definition("widgets", { v1: ofSpec({ protection: { type: "string" } }) }));
    expect(own).toEqual([
      `fields changed: keep reads spec.protection as a boolean, which widgets.example.com v1 has as a string${help}`,
    ]);
    expect(code).toBe(1);
  });

  test("what is in it is not said beside it", async () => {
    const { own } = await fieldsOf(definition("widgets", { v1: object({ status: preserved }) }));
    expect(own).toEqual([`fields changed: keep reads spec, which widgets.example.com v1 does not have${help}`]);
  });

  test("there is nothing to say where the field is there", async () => {
    expect((await fieldsOf(definition("widgets", { v1: protection }))).own).toEqual([]);
  });
});

describe("nothing is said", () => {
  test.each([
    ["of fields that are preserved", { v1: object({ spec: preserved }) }],
    ["of maps", { v1: object({ spec: { type: "object", additionalProperties: { type: "boolean" } } }) }],
    ["where there is no schema", { v1: {} }],
    ["of another version", { v1: protection, v2: object({}) }],
  ])("%s", async (_, versions) => {
    expect((await fieldsOf(definition("widgets", versions))).own).toEqual([]);
  });

  test("of definitions that keep whatever is stored", async () => {
    const { own } = await fieldsOf(definition("widgets", { v1: object({}) }, { preserveUnknownFields: true }));
    expect(own).toEqual([]);
  });

  test("of built-in kinds, and no definition is asked for", async () => {
    const { own, asked } = await fieldsOf({}, { groups: ["", "apps"], resources: ["deployments", "configmaps"] });
    expect(own).toEqual([]);
    expect(asked.filter((path) => path.includes("customresourcedefinitions"))).toEqual([]);
  });

  test("of kinds that no definition defines", async () => {
    expect((await fieldsOf({})).own).toEqual([]);
  });

  test("of metadata", async () => {
    const expression = "object.metadata.?labels[?'keep'].orValue('') == '' && object.kind != ''";
    const { own, asked } = await fieldsOf(definition("widgets", { v1: object({}) }), { expression });
    expect(own).toEqual([]);
    expect(asked.filter((path) => path.includes("customresourcedefinitions"))).toEqual([]);
  });
});

test("a field that other kinds of the policy have is a warning", async () => {
  const both = { ...definition("widgets", { v1: protection }), ...definition("gadgets", { v1: ofSpec({}) }) };
  const { own, code } = await fieldsOf(both, { resources: ["widgets", "gadgets/status"] });
  expect(own).toEqual([
    "warning: keep reads spec.protection, which gadgets.example.com v1 does not have; other kinds or versions of the policy have it",
  ]);
  expect(code).toBe(0);
});

test("a user who may not read definitions is told so, and everything else is said", async () => {
  const answer = { [`${definitions}/widgets.example.com`]: [403, { message: "alice cannot get" }] };
  const { own, code } = await fieldsOf(answer);
  expect(own).toEqual([
    "warning: the fields that its rules read were not compared: the CustomResourceDefinition widgets.example.com answered 403 (alice cannot get)",
  ]);
  expect(code).toBe(0);
});

test("of many fields, five are shown and the others counted", async () => {
  const expression = Array.from({ length: 9 }, (_, at) => `object.spec.field${at} == 1`).join(" || ");
  const { own } = await fieldsOf(definition("widgets", { v1: ofSpec({}) }), { expression });
  expect(own).toHaveLength(6);
  expect(own.at(-1)).toBe("warning: 4 more fields are missing or of another type");
});

test("a schema is read along the path alone, however deep and large it is", () => {
  const large = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`field${at}`, { type: "string" }]));
  let deep: object = ofSpec(large);
  for (let level = 0; level < 20_000; level += 1) deep = { type: "object", properties: { deep } };
  const schema = object({ spec: object({ ...large, deep }) });
  const start = performance.now();
  expect(schemaField(schema, ["spec", "field7"])).toBe("string");
  expect(schemaField(schema, ["spec", "__proto__"])).toBe("missing");
  expect(performance.now() - start).toBeLessThan(100);
});

test("reads are followed through variables, optionals, conditions and lists", () => {
  const variables = [
    { name: "spec", expression: "type(oldObject.?spec.orValue(null)) == map ? oldObject.spec : {}" },
    { name: "unread", expression: "object.status.phase" },
  ];
  const validations = [
    {
      expression:
        "variables.spec.?rules.orValue([]).all(one, one.name != 'kept' && one['size'] > 3) || object.spec.mode in ['a']",
      messageExpression: "object.spec.shown",
      message: "keep: the request is denied by this rule",
    },
  ];
  const found = fieldsRead({ spec: { variables, validations } }, 37);
  expect(Object.fromEntries(found.map(({ path, types }) => [path.join("."), [...types].join("|")]))).toEqual({
    spec: "object",
    "spec.rules": "array",
    "spec.rules.[].name": "string",
    "spec.rules.[].size": "",
    "spec.mode": "string",
  });
  expect([...(found[0]?.rules ?? [])]).toEqual(["keep"]);
});
