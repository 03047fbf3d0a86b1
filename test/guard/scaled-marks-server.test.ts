import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { expectDenied } from "./expect-denied.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { scaledPolicies } from "./field-marks-policy.ts";

const group = "db.example.com";
const replicas = { type: "integer" };
const specOf = (properties: object): object => ({
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec: { type: "object", properties },
      status: { type: "object", properties: { replicas, phase: { type: "string" } } },
    },
  },
});
const subresources = { status: {}, scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } };
const whole = specOf({ deletionProtection: { type: "boolean" }, replicas });
const lesser = specOf({ replicas });

/** The older version of a kind shows the field, or has never heard of it. */
const definitionOf = (kind: string, olderSchema: object): object => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { kind, plural: `${kind.toLowerCase()}s` },
    versions: [
      { name: "v1", served: true, storage: true, schema: whole, subresources },
      { name: "v1beta1", served: true, storage: false, schema: olderSchema, subresources },
    ],
  },
});

describeWithServer("fields that are marks, and the parts of an object through another version", {}, (server) => {
  const pathOf = (kind: string, version: string): string => `/apis/${group}/${version}/namespaces/default/${kind.toLowerCase()}s`;

  const patch = (path: string, body: object): Promise<ApiResponse> => server().request(mergePatch(path, body));

  async function create(kind: string, name: string, { labels = {}, ...spec }: { readonly labels?: object }): Promise<void> {
    const body = { apiVersion: `${group}/v1`, kind, metadata: { name, labels }, spec: { replicas: 1, ...spec } };
    await waitUntil(`${kind} ${name} is stored`, async () => {
      return (await server().request({ method: "POST", path: pathOf(kind, "v1"), body })).status === 201;
    });
  }

  const specIn = async (kind: string, name: string): Promise<unknown> =>
    (await server().request({ method: "GET", path: `${pathOf(kind, "v1")}/${name}` })).body["spec"];

  const scaled = { spec: { replicas: 2 } };
  const running = { status: { phase: "Running" } };

  beforeAll(async () => {
    for (const body of [definitionOf("Worker", whole), definitionOf("Tool", lesser)])
      await server().request({ method: "POST", path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", body });
    const marked = { deletionProtection: true };
    await create("Tool", "open", { ...marked, labels: { keep: "yes" } });
    for (const kind of ["Worker", "Tool"]) {
      await create(kind, "marked", { ...marked, labels: { keep: "yes" } });
      await create(kind, "plain", {});
    }
    // Before the guard: this is what it is there for.
    await patch(`${pathOf("Tool", "v1beta1")}/open/scale`, scaled);
    await enforce(server(), yamlOf(scaledPolicies));
  });

  test("a Scale is stored through its version, too, and drops a field that this does not know", async () => {
    expect(await specIn("Tool", "open")).toEqual({ replicas: 2 });
  });

  describe("through a version without the field", () => {
    test.each([
      ["scale", scaled],
      ["status", running],
    ])("what is protected gets no %s", async (part, body) => {
      await expectDenied(patch(`${pathOf("Tool", "v1beta1")}/marked/${part}`, body), "markVersionGuard: ");
      expect(await specIn("Tool", "marked")).toEqual({ deletionProtection: true, replicas: 1 });
    });

    test("what is not protected, whatever the field says, is none of the guard's business", async () => {
      expect((await patch(`${pathOf("Tool", "v1beta1")}/plain/status`, running)).status).toBe(200);
      expect((await patch(`${pathOf("Tool", "v1beta1")}/plain`, { metadata: { annotations: { a: "b" } } })).status).toBe(200);
    });

    test("the message names a version through which it works", async () => {
      const { body } = await patch(`${pathOf("Tool", "v1beta1")}/marked/scale`, scaled);
      const [, resource = ""] = /\(kubectl: (\S+)\)/u.exec(String(body["message"])) ?? [];
      const { code, stderr } = await server().kubectl(["scale", `${resource}/marked`, "-n", "default", "--replicas=2"]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(await specIn("Tool", "marked")).toEqual({ deletionProtection: true, replicas: 2 });
    });
  });

  describe("through a version that the policy names, because it has the field", () => {
    test("Scales and status are written, of what is protected and of what lacks the field", async () => {
      for (const name of ["marked", "plain"]) {
        expect((await patch(`${pathOf("Worker", "v1beta1")}/${name}/scale`, scaled)).status).toBe(200);
        expect((await patch(`${pathOf("Worker", "v1beta1")}/${name}/status`, running)).status).toBe(200);
      }
      expect(await specIn("Worker", "marked")).toEqual({ deletionProtection: true, replicas: 2 });
    });

    test("and the mark stays", async () => {
      const unmarked = { spec: { deletionProtection: false } };
      await expectDenied(patch(`${pathOf("Worker", "v1beta1")}/marked`, unmarked), "releaseGuard: ");
      const gone = server().request({ method: "DELETE", path: `${pathOf("Worker", "v1beta1")}/marked` });
      await expectDenied(gone, "keep: the worker is protected");
    });
  });
});
