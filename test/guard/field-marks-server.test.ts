import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { markedPolicy } from "./field-marks-policy.ts";

const text = { type: "string" };
const specOf = (properties: object) => ({ type: "object", properties: { spec: { type: "object", properties } } });

/** The older version has never heard of the field: what passes through it loses it. */
const databases = {
  group: "db.example.com",
  kind: "Database",
  plural: "databases",
  scope: "Namespaced",
  versions: [
    { name: "v1", schema: specOf({ deletionProtection: { type: "boolean" }, mode: text, size: text }), statusSubresource: true },
    { name: "v1beta1", schema: specOf({ mode: text, size: text }), statusSubresource: true },
  ],
} as const;

describeWithServer("fields that are marks, on a real API server", {}, (server) => {
  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), databases);
    await create(server(), "guarded");
    await create(server(), "open");
    // Before the guard: this is what it is there for.
    await patch(server(), "open", { version: "v1beta1", body: { spec: { size: "2" } } });
    await enforce(server(), yamlOf(markedPolicy));
  });

  test("without a guard an update through the older version drops the mark, and the object can be deleted", async () => {
    expect(await specIn(server(), "open")).toEqual({ size: "2" });
    expect(await remove(server(), "open", "v1")).toMatchObject({ status: 200 });
  });

  describe("with its guard the mark stays", () => {
    test.each([
      ["set to false", { spec: { deletionProtection: false } }],
      ["taken out", { spec: { deletionProtection: null } }],
      ["taken out with all of spec", { spec: null }],
    ])("when it is %s", async (_, body) => {
      await expectDenied(patch(server(), "guarded", { body }), "releaseGuard: Database default/guarded is protected");
    });

    test("when anything is changed through the older version", async () => {
      const older = { version: "v1beta1", body: { spec: { size: "2" } } };
      await expectDenied(
        patch(server(), "guarded", older),
        "markVersionGuard: Database guarded does not show spec.deletionProtection",
      );
      const status = { version: "v1beta1/status", body: { metadata: { labels: { a: "b" } } } };
      await expectDenied(patch(server(), "guarded", status), "markVersionGuard: ");
    });
  });

  test("other work goes on", async () => {
    expect(await patch(server(), "guarded", { body: { spec: { size: "3" } } })).toMatchObject({ status: 200 });
    expect(await specIn(server(), "guarded")).toEqual({ deletionProtection: true, size: "3" });
    await expectDenied(remove(server(), "guarded", "v1"), "protectedByField: the database is protected");
  });
});

const pathOf = (version: string): string => `/apis/db.example.com/${version}/namespaces/default/databases`;

function objectPath(name: string, version: string): string {
  const [plain = "", subresource] = version.split("/");
  return `${pathOf(plain)}/${name}${subresource === undefined ? "" : `/${subresource}`}`;
}

async function create(server: ControlPlane, name: string): Promise<void> {
  const body = {
    apiVersion: "db.example.com/v1",
    kind: "Database",
    metadata: { name },
    spec: { deletionProtection: true, size: "1" },
  };
  await created(server, pathOf("v1"), body);
}

interface Change {
  /** With a subresource, perhaps: `v1/status`. */
  readonly version?: string;
  readonly body: object;
}

const patch = (server: ControlPlane, name: string, { version = "v1", body }: Change): Promise<ApiResponse> =>
  server.request(mergePatch(objectPath(name, version), body));

const remove = (server: ControlPlane, name: string, version: string): Promise<ApiResponse> =>
  server.request({ method: "DELETE", path: objectPath(name, version) });

async function specIn(server: ControlPlane, name: string): Promise<unknown> {
  return (await server.request({ method: "GET", path: objectPath(name, "v1") })).body["spec"];
}

async function expectDenied(answer: Promise<ApiResponse>, message: string): Promise<void> {
  const { status, body } = await answer;
  expect([status, body["message"]]).toEqual([403, expect.stringContaining(`denied request: ${message}`) as string]);
}
