import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keepNamespace } from "../../../runtime-fallback/composition-function/keep-namespace.ts";
import { inputKind, inputVersion } from "../../../runtime-fallback/composition-function/input.ts";
import {
  ResourceSchema,
  type RunFunctionRequest,
  RunFunctionRequestSchema,
  type RunFunctionResponse,
  RunFunctionResponseSchema,
  Severity,
} from "../../../runtime-fallback/composition-function/protocol/run_function_pb.js";
import { runsOf } from "../../searches/search-of.ts";
import { desired, namespaceDesired, observed, requestOf, resourceOf, structOf } from "./recorded.ts";

const input = (fields: object) => ({ apiVersion: inputVersion, kind: inputKind, ...fields });

/** As the other side reads it. */
function answerTo(request: RunFunctionRequest): RunFunctionResponse {
  const sent = fromBinary(RunFunctionRequestSchema, toBinary(RunFunctionRequestSchema, request));
  return fromBinary(RunFunctionResponseSchema, toBinary(RunFunctionResponseSchema, keepNamespace(sent)));
}

const said = ({ results }: RunFunctionResponse) => results.map(({ severity, message }) => [severity, message]);
const wanted = ({ desired: state }: RunFunctionResponse, name: string) =>
  fromBinary(ResourceSchema, state?.resources[name] ?? new Uint8Array()).resource;

describe("a Namespace that is no longer desired", () => {
  test("is desired again, as the composition had it, and the composite is told", () => {
    const response = answerTo(requestOf({ observed, desired }));
    expect(wanted(response, "namespace")).toEqual({
      apiVersion: "kubernetes.crossplane.io/v1alpha2",
      kind: "Object",
      metadata: {
        labels: { "appcat.vshn.io/ownerkind": "XVSHNRedis" },
        annotations: { "crossplane.io/external-name": "vshn-redis-1", "example.com/note": "kept" },
      },
      spec: observed.namespace.spec,
    });
    expect(said(response)).toEqual([
      [
        Severity.WARNING,
        "composed resource namespace (Object with Namespace vshn-redis-1) is no longer desired by the functions before this step; it was kept: restore it in the composition, or to remove it, add namespace to allowRemoval in the input of this step",
      ],
    ]);
  });

  test("is desired again where Crossplane composes it itself, without the finalizers of its spec", () => {
    const namespace = {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "vshn-redis-1", labels: { "kubernetes.io/metadata.name": "vshn-redis-1" } },
      spec: { finalizers: ["kubernetes"] },
    };
    const response = answerTo(requestOf({ observed: { namespace }, desired: {} }));
    expect(wanted(response, "namespace")).toEqual({
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { labels: { "kubernetes.io/metadata.name": "vshn-redis-1" } },
    });
  });

  test("is desired again where nothing else is", () => {
    expect(wanted(answerTo(requestOf({ observed })), "namespace")).toMatchObject({ kind: "Object" });
  });

  test("fails the pipeline where the input says so, and nothing is added", () => {
    const response = answerTo(requestOf({ observed, desired, input: input({ onMissing: "Fail" }) }));
    expect(Object.keys(response.desired?.resources ?? {}).toSorted()).toEqual(["release", "secret"]);
    expect(said(response)).toEqual([
      [
        Severity.FATAL,
        expect.stringContaining("composed resource namespace (Object with Namespace vshn-redis-1) is no longer desired"),
      ],
    ]);
  });

  test("goes where the input names it", () => {
    const response = answerTo(requestOf({ observed, desired, input: input({ allowRemoval: ["namespace"] }) }));
    expect([Object.keys(response.desired?.resources ?? {}).toSorted(), said(response)]).toEqual([["release", "secret"], []]);
  });

  test("goes with its composite", () => {
    const composite = {
      apiVersion: "vshn.appcat.vshn.io/v1",
      kind: "XVSHNRedis",
      metadata: { deletionTimestamp: "2026-11-25T08:00:00Z" },
    };
    const response = answerTo(requestOf({ observed, desired, composite }));
    expect([Object.keys(response.desired?.resources ?? {}).toSorted(), said(response)]).toEqual([["release", "secret"], []]);
  });

  test("fails the pipeline where another name wants the same object: Crossplane would delete it under the old one", () => {
    const renamed = { ...namespaceDesired, metadata: { name: observed.namespace.metadata.name } };
    const response = answerTo(requestOf({ observed, desired: { ...desired, ns: renamed } }));
    expect(said(response)).toEqual([
      [Severity.FATAL, expect.stringContaining("is now named ns, and Crossplane would delete it under its old name")],
    ]);
    expect(Object.keys(response.desired?.resources ?? {})).not.toContain("namespace");
  });
});

describe("what is none of its business", () => {
  test("nothing is said or added where every Namespace is desired", () => {
    const response = answerTo(requestOf({ observed, desired: { ...desired, namespace: namespaceDesired } }));
    expect([Object.keys(response.desired?.resources ?? {}).toSorted(), said(response)]).toEqual([
      ["namespace", "release", "secret"],
      [],
    ]);
  });

  test.each([
    ["an Object of a Secret", { apiVersion: "kubernetes.crossplane.io/v1alpha2", kind: "Object", spec: desired.secret.spec }],
    [
      "an Object without a manifest",
      { apiVersion: "kubernetes.crossplane.io/v1alpha2", kind: "Object", spec: { forProvider: 3 } },
    ],
    ["another kind named Object", { apiVersion: "example.com/v1", kind: "Object", spec: observed.namespace.spec }],
    ["a Namespace of another group", { apiVersion: "example.com/v1", kind: "Namespace" }],
    ["a resource without anything", {}],
  ])("%s may go", (_, resource) => {
    const response = answerTo(requestOf({ observed: { gone: resource }, desired }));
    expect([Object.keys(response.desired?.resources ?? {}).toSorted(), said(response)]).toEqual([["release", "secret"], []]);
  });

  test("the tag and the context go on as they came", () => {
    const context = { "apiextensions.crossplane.io/environment": { a: [1, null, "x"] } };
    const response = answerTo(requestOf({ observed, desired, context, tag: "ünïque" }));
    expect([response.meta?.tag, response.meta?.ttl?.seconds]).toEqual(["ünïque", 60n]);
    expect(response.context).toEqual(structOf(context));
    expect(answerTo(requestOf({ observed, desired })).context).toBeUndefined();
  });
});

describe("input that says nothing", () => {
  test.each([
    [
      "of another kind",
      { apiVersion: "v1", kind: "ConfigMap" },
      `input is "v1" "ConfigMap": write apiVersion: ${inputVersion} and kind: ${inputKind}`,
    ],
    [
      "with an unknown field",
      input({ onmissing: "Fail" }),
      'input has no field "onmissing": write onMissing or allowRemoval, or nothing',
    ],
    ["with another way", input({ onMissing: "fail" }), 'input.onMissing is "fail": write Restore or Fail'],
    ["with names that are none", input({ allowRemoval: ["a", 3] }), "input.allowRemoval is no list of names"],
  ])("%s is a fatal result, and nothing is taken away", (_, given, message) => {
    const response = answerTo(requestOf({ observed, desired, input: given }));
    expect(said(response)).toEqual([[Severity.FATAL, expect.stringContaining(message)]]);
    expect(Object.keys(response.desired?.resources ?? {}).toSorted()).toEqual(["release", "secret"]);
  });

  test("that is no protobuf is a fatal result, and so is an observed resource", () => {
    const broken = requestOf({ observed, desired });
    broken.input = new Uint8Array([0xff]);
    expect(said(answerTo(broken))).toEqual([[Severity.FATAL, expect.stringMatching(/^input cannot be read: /)]]);
    const odd = requestOf({ observed, desired });
    if (odd.observed !== undefined) odd.observed.resources["odd"] = new Uint8Array([0xff]);
    expect(said(answerTo(odd))).toEqual([[Severity.FATAL, expect.stringMatching(/^the observed resource odd cannot be read: /)]]);
  });
});

/** Bytes of a field that no schema here has: number 900, as a newer Crossplane might send. */
const unknownField = [0xa2, 0x38, 0x03, 1, 2, 3];

const name = fc
  .oneof(fc.constantFrom("namespace", "ns", "release", "", "a/b", "…"), fc.string({ maxLength: 12 }))
  .filter((key) => key !== "__proto__");
const resource = fc.oneof(
  fc.constantFrom<object>(...Object.values(observed), ...Object.values(desired), namespaceDesired, {
    apiVersion: "v1",
    kind: "Namespace",
  }),
  fc
    .dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }))
    .map((fields) => JSON.parse(JSON.stringify(fields)) as object),
);
const bytes = resource.map((fields) => new Uint8Array([...resourceOf(fields), ...unknownField]));
const resources = fc.dictionary(name, bytes, { maxKeys: 8 });
const request = fc.record({
  observed: resources,
  desired: resources,
  input: fc.option(fc.constantFrom(input({}), input({ onMissing: "Fail" }), {})),
});

test("whatever it is asked, all that was desired is desired after it, byte by byte, and the same request has the same answer", () => {
  const { numRuns, seed } = runsOf("keep-namespace");
  fc.assert(
    fc.property(request, ({ observed: there, desired: before, input: given }) => {
      const asked = create(RunFunctionRequestSchema, {
        observed: { resources: there },
        desired: { resources: before, composite: new Uint8Array(unknownField) },
        ...(given !== null && { input: structOf(given) }),
      });
      const sent = new Uint8Array([...toBinary(RunFunctionRequestSchema, asked), ...unknownField]);
      const once = toBinary(RunFunctionResponseSchema, keepNamespace(fromBinary(RunFunctionRequestSchema, sent)));
      const again = toBinary(RunFunctionResponseSchema, keepNamespace(fromBinary(RunFunctionRequestSchema, sent)));
      expect(again).toEqual(once);
      const { desired: after, results } = fromBinary(RunFunctionResponseSchema, once);
      for (const [key, value] of Object.entries(before)) expect(after?.resources[key]).toEqual(value);
      expect(after?.composite).toEqual(new Uint8Array(unknownField));
      const added = Object.keys(after?.resources ?? {}).filter((key) => !Object.hasOwn(before, key));
      expect(results.filter(({ severity }) => severity === Severity.WARNING)).toHaveLength(added.length);
      for (const key of added) expect(there).toHaveProperty([key]);
    }),
    { numRuns, seed },
  );
});

test("fields that a newer Crossplane puts into the desired state stay there", () => {
  const state = new Uint8Array([
    ...toBinary(RunFunctionRequestSchema, requestOf({ observed })),
    0x1a,
    unknownField.length,
    ...unknownField,
  ]);
  const { desired: after } = fromBinary(
    RunFunctionResponseSchema,
    toBinary(RunFunctionResponseSchema, keepNamespace(fromBinary(RunFunctionRequestSchema, state))),
  );
  expect(after?.$unknown).toEqual([{ no: 900, wireType: 2, data: new Uint8Array([3, 1, 2, 3]) }]);
  expect(Object.keys(after?.resources ?? {})).toEqual(["namespace"]);
});
