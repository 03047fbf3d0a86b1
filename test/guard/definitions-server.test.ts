import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import { createAuthority } from "../control-plane/certificates.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import {
  asDefined,
  createObject,
  define,
  deleteDefinition,
  deleteObject,
  objectsPath,
  patchDefinition,
  properties,
  readDefinition,
  releaseDefinition,
  untilDeletable,
  versionOf,
} from "./definition-changes.ts";
import { type Side, kinds, policiesText } from "./definition-policies.ts";
import { anything } from "../control-plane/crds.ts";

const { keep: _keep, ...withoutKeep } = properties;
const [v1, v1beta1] = asDefined;

interface SchemaChange {
  readonly title: string;
  readonly kind: string;
  /** What protects the object, which the change takes away. */
  readonly spec: object;
  readonly versions: readonly unknown[];
}

const schemaChanges: readonly SchemaChange[] = [
  {
    title: "objects stored in a version without the field",
    kind: "Moved",
    spec: { keep: true },
    versions: [versionOf("v1", properties, { storage: false }), versionOf("v1beta1", {}, { storage: true })],
  },
  { title: "the field taken out", kind: "Removed", spec: { keep: true }, versions: [versionOf("v1", withoutKeep), v1beta1] },
  {
    title: "the field taken out of the elements of a list",
    kind: "Inner",
    spec: { disks: [{ keep: true }] },
    versions: [versionOf("v1", { ...properties, disks: { type: "array", items: { type: "object" } } }), v1beta1],
  },
  {
    title: "a map that holds no keys any more",
    kind: "Emptied",
    spec: { flags: { keep: "yes" } },
    versions: [versionOf("v1", { ...properties, flags: { type: "object" } }), v1beta1],
  },
  {
    title: "unknown fields dropped that were kept",
    kind: "Tightened",
    spec: { loose: { keep: true } },
    versions: [versionOf("v1", { ...properties, loose: { type: "object" } }), v1beta1],
  },
];

describeWithServer("definitions of protected kinds, on a real API server", {}, (server) => {
  beforeAll(async () => {
    await enforce(server(), `${yamlOf(policiesText("guarded"))}\n---\n${yamlOf(policiesText("open"))}`);
  });

  const nameOf = (side: Side, by: "fields" | "labels", kind: string): string => `${kind.toLowerCase()}s.${kinds[side][by]}`;

  async function prepare(by: "fields" | "labels", kind: string, fields: object): Promise<void> {
    for (const side of ["guarded", "open"] as const) {
      await define(server(), kinds[side][by], kind);
      await createObject(server(), nameOf(side, by, kind), kind, fields);
      expect((await deleteObject(server(), nameOf(side, by, kind))).status).toBe(403);
    }
  }

  async function expectDenied(answer: Promise<{ status: number; body: object }>, guard: string): Promise<void> {
    const { status, body } = await answer;
    expect([status, (body as { message?: string }).message]).toEqual([
      403,
      expect.stringContaining(`denied request: ${guard}: `),
    ]);
  }

  describe.each(schemaChanges)("schema: $title", ({ kind, spec, versions }) => {
    beforeAll(() => prepare("fields", kind, { spec }));

    test("without the guard the object loses what protects it", async () => {
      const open = nameOf("open", "fields", kind);
      expect((await patchDefinition(server(), open, { spec: { versions } })).status).toBe(200);
      await untilDeletable(server(), open);
    });

    test("with the guard the update is denied, until the definition is released", async () => {
      const guarded = nameOf("guarded", "fields", kind);
      await expectDenied(patchDefinition(server(), guarded, { spec: { versions } }), "schemaGuard");
      expect((await deleteObject(server(), guarded)).status).toBe(403);
      await releaseDefinition(server(), guarded);
      expect((await patchDefinition(server(), guarded, { spec: { versions } })).status).toBe(200);
    });
  });

  describe("schema: what takes nothing away", () => {
    const name = nameOf("guarded", "fields", "Growing");
    beforeAll(() => define(server(), kinds.guarded.fields, "Growing"));

    test.each([
      ["a new field, another description", [versionOf("v1", { ...properties, more: { type: "string" } }), v1beta1]],
      ["a field that no rule reads is taken out", [versionOf("v1", { ...properties, size: anything }), v1beta1]],
      ["a new version without any of the fields", [v1, v1beta1, versionOf("v2", {})]],
      [
        "objects stored in a new version with all of them",
        [versionOf("v1", properties, { storage: false }), v1beta1, versionOf("v2", properties, { storage: true })],
      ],
    ])("%s", async (_, versions) => {
      const { status, text } = await patchDefinition(server(), name, { spec: { versions } });
      expect([status, text]).toEqual([200, expect.anything()]);
    });
  });

  test("a field of another type is denied", async () => {
    const name = await define(server(), kinds.guarded.fields, "Retyped");
    const versions = [versionOf("v1", { ...properties, keep: { type: "string" } }), v1beta1];
    await expectDenied(patchDefinition(server(), name, { spec: { versions } }), "schemaGuard");
  });

  test("a definition of the largest size that can be stored is compared as well", async () => {
    const name = await define(server(), kinds.guarded.fields, "Large");
    const many = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, at) => [`field${at}`, { type: "string", description: "x".repeat(60) }]),
    );
    const versions = [versionOf("v1", { ...many, ...properties }), v1beta1];
    expect((await patchDefinition(server(), name, { spec: { versions } })).status).toBe(200);
    const without = [versionOf("v1", { ...many, ...withoutKeep }), v1beta1];
    await expectDenied(patchDefinition(server(), name, { spec: { versions: without } }), "schemaGuard");
    expect((await patchDefinition(server(), name, { spec: { versions: [v1, v1beta1] } })).status).toBe(200);
  });

  describe("conversion", () => {
    const service = { namespace: "default", name: "converter", path: "/convert" };
    const by = (client: object) => ({
      spec: {
        conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig: client } },
      },
    });
    const none = { spec: { conversion: { strategy: "None", webhook: null } } };

    test("without the guard anybody who may update the definition gives it a converter", async () => {
      const name = await define(server(), kinds.open.labels, "Converted");
      expect((await patchDefinition(server(), name, by({ service }))).status).toBe(200);
    });

    test("no webhook is taken in without the definition's release, nor another one", async () => {
      const name = await define(server(), kinds.guarded.labels, "Converted");
      await expectDenied(patchDefinition(server(), name, by({ service })), "conversionGuard");
      await releaseDefinition(server(), name);
      expect((await patchDefinition(server(), name, by({ service }))).status).toBe(200);
      await patchDefinition(server(), name, { metadata: { annotations: null } });
      const others = [
        { service: { ...service, name: "other" } },
        { service: { ...service, namespace: "other" } },
        { service: { ...service, path: "/other" } },
        { service: { ...service, port: 8443 } },
        { url: "https://example.com/convert", service: null },
      ];
      for (const other of others) await expectDenied(patchDefinition(server(), name, by(other)), "conversionGuard");
      // What renews certificates goes on, and so does the way back.
      const { certificate } = await createAuthority("converters");
      const caBundle = Buffer.from(certificate).toString("base64");
      expect(await patchDefinition(server(), name, by({ service, caBundle }))).toMatchObject({ status: 200 });
      expect(await patchDefinition(server(), name, none)).toMatchObject({ status: 200 });
    });

    test("going back to none is denied where a version lacks what the rules read, and nowhere else", async () => {
      const name = await define(server(), kinds.guarded.fields, "Returning");
      await releaseDefinition(server(), name);
      expect((await patchDefinition(server(), name, by({ service }))).status).toBe(200);
      await patchDefinition(server(), name, { metadata: { annotations: null } });
      await expectDenied(patchDefinition(server(), name, none), "lostConversionGuard");
      const alike = [v1, versionOf("v1beta1", properties)];
      expect((await patchDefinition(server(), name, { spec: { versions: alike } })).status).toBe(200);
      expect(await patchDefinition(server(), name, none)).toMatchObject({ status: 200 });
    });
  });

  describe("service", () => {
    const taken = {
      type: "Established",
      status: "False",
      reason: "Taken",
      message: "",
      lastTransitionTime: "2026-01-01T00:00:00Z",
    };

    async function withCondition(name: string, condition: object): Promise<object> {
      const { status } = (await readDefinition(server(), name)).body as { status: { conditions: { type: string }[] } };
      const { type } = condition as { type: string };
      return { status: { conditions: status.conditions.map((one) => (one.type === type ? condition : one)) } };
    }

    test("without the guard a kind is taken out of service through /status, and gets another scope", async () => {
      const name = await define(server(), kinds.open.labels, "Taken");
      // The API server establishes it again in a moment, and has then lost.
      await waitUntil(`${name} has another scope`, async () => {
        expect((await patchDefinition(server(), name, await withCondition(name, taken), "/status")).status).toBe(200);
        return (await patchDefinition(server(), name, { spec: { scope: "Cluster" } })).status === 200;
      });
    });

    test("with the guard its status stays", async () => {
      const name = await define(server(), kinds.guarded.labels, "Taken");
      const changes = [
        ["servingGuard", await withCondition(name, taken)],
        ["servingGuard", await withCondition(name, { ...taken, type: "NamesAccepted" })],
        ["servingGuard", { status: { conditions: [] } }],
        ["servingGuard", { status: { conditions: null } }],
        ["nameGuard", { status: { acceptedNames: { plural: "others", kind: "Other" } } }],
        ["nameGuard", { status: { acceptedNames: { kind: "Other" } } }],
      ] as const;
      for (const [guard, change] of changes) await expectDenied(patchDefinition(server(), name, change, "/status"), guard);
      expect((await readDefinition(server(), name)).body).toMatchObject({ spec: { scope: "Namespaced" } });
    });

    test("names that another kind has are denied by the API server itself, and the kind stays in service", async () => {
      const names = (name: string, shortName: string) =>
        patchDefinition(server(), name, { spec: { names: { shortNames: [shortName] } } });
      const [first, second] = [
        await define(server(), kinds.guarded.labels, "First"),
        await define(server(), kinds.guarded.labels, "Second"),
      ];
      for (const one of [first, second]) expect((await names(one, "same")).status).toBe(200);
      await waitUntil("the names of the second are not accepted", async () => {
        const { status } = (await readDefinition(server(), second)).body as {
          status: { conditions: { type: string; status: string }[] };
        };
        return status.conditions.some(({ type, status: is }) => type === "NamesAccepted" && is === "False");
      });
      const isServed = async () => (await server().request({ method: "GET", path: objectsPath(second) })).status === 200;
      await waitUntil("the second kind is served", isServed);
      expect((await names(second, "other")).status).toBe(200);
    });

    test("what the API server itself writes goes on: a definition comes, is served, gets short names, and goes", async () => {
      const name = await define(server(), kinds.guarded.labels, "Coming");
      expect((await patchDefinition(server(), name, { spec: { names: { shortNames: ["cmg"] } } })).status).toBe(200);
      await waitUntil("the short name is accepted", async () => {
        const { status } = (await readDefinition(server(), name)).body as {
          status: { acceptedNames: { shortNames?: string[] } };
        };
        return status.acceptedNames.shortNames?.includes("cmg") === true;
      });
      await expectDenied(deleteDefinition(server(), name), "definitionGuard");
      await releaseDefinition(server(), name);
      expect((await deleteDefinition(server(), name)).status).toBe(200);
      await waitUntil(`${name} is gone`, async () => (await readDefinition(server(), name)).status === 404);
    });

    test("nobody releases a definition through /status", async () => {
      const name = await define(server(), kinds.guarded.labels, "Unmarked");
      const { uid } = (await readDefinition(server(), name)).body["metadata"] as { uid: string };
      const release = { metadata: { annotations: { "holdfast.dev/release": uid } } };
      await expectDenied(patchDefinition(server(), name, release, "/status"), "definitionReleaseGuard");
      await expectDenied(deleteDefinition(server(), name), "definitionGuard");
      const open = await define(server(), kinds.open.labels, "Unmarked");
      expect((await patchDefinition(server(), open, release, "/status")).body).toMatchObject(release);
    });

    test("a version in which objects may be stored is not forgotten where rules read fields", async () => {
      const name = await define(server(), kinds.guarded.fields, "Forgotten");
      const stored = (versions: readonly string[]) => ({ status: { storedVersions: versions } });
      const both = [versionOf("v1", properties), versionOf("v1beta1", properties)];
      const moved = [versionOf("v1", properties, { storage: false }), versionOf("v1beta1", properties, { storage: true })];
      expect((await patchDefinition(server(), name, { spec: { versions: both } })).status).toBe(200);
      expect((await patchDefinition(server(), name, { spec: { versions: moved } })).status).toBe(200);
      await expectDenied(patchDefinition(server(), name, stored(["v1beta1"]), "/status"), "storedVersionGuard");
      const [other] = [await define(server(), kinds.guarded.labels, "Forgotten")];
      expect((await patchDefinition(server(), other, { spec: { versions: moved } })).status).toBe(200);
      expect((await patchDefinition(server(), other, stored(["v1beta1"]), "/status")).status).toBe(200);
    });
  });
});
