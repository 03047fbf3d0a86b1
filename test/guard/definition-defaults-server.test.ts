import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { applyCustomResourceDefinition, anything } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { type Side, groups, policiesText } from "./default-policies.ts";
import {
  createObject,
  deleteObject,
  objectsPath,
  patchDefinition,
  releaseDefinition,
  schemaOf,
  untilDeletable,
  versionOf,
} from "./definition-changes.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const record = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const mapOf = (additionalProperties: object): object => ({ type: "object", additionalProperties });
const resource = { "x-kubernetes-embedded-resource": true };

const properties = {
  by: text,
  security: record({ protection: flag }),
  keep: { ...flag, default: true },
  held: { ...flag, nullable: true },
  zones: anything,
  sets: mapOf(record({ keep: flag })),
  flags: anything,
  template: record({ spec: { type: "object" } }, resource),
  size: text,
};

/** The two versions, one of which is changed. */
function versions(changed: object, { of = "v1", storage = "v1", base = {} } = {}): readonly object[] {
  return ["v1", "v1beta1"].map((name) =>
    versionOf(name, { ...properties, ...base, ...(name === of ? changed : {}) }, { storage: name === storage }),
  );
}

interface Change {
  readonly title: string;
  readonly kind: string;
  readonly spec: object;
  /** In v1beta1, before the change. */
  readonly isStoredElsewhere?: true;
  /** The object was written before the schema had its defaults. */
  readonly isOlder?: true;
  readonly versions: readonly object[];
  /** Only objects that are written afterwards lose their protection. */
  readonly isWritten?: true;
}

const isOff = { ...flag, default: false };

const changes: readonly Change[] = [
  {
    title: "a default where the absent field protects",
    kind: "Filled",
    spec: { by: "absence", security: {} },
    versions: versions({ security: record({ protection: isOff }) }),
  },
  {
    title: "a default of the object that holds the field",
    kind: "Held",
    spec: { by: "absence" },
    versions: versions({ security: record({ protection: flag }, { default: { protection: false } }) }),
  },
  {
    title: "a default in another version, in which objects are stored",
    kind: "Elsewhere",
    spec: { by: "absence", security: {} },
    isStoredElsewhere: true,
    versions: versions({ security: record({ protection: isOff }) }, { of: "v1beta1", storage: "v1beta1" }),
  },
  {
    title: "objects stored in a version with a default",
    kind: "Moved",
    spec: { by: "absence", security: {} },
    versions: versions({ security: record({ protection: isOff }) }, { of: "v1beta1", storage: "v1beta1" }),
    isWritten: true,
  },
  {
    title: "a default that protects taken out",
    kind: "Emptied",
    spec: { by: "value" },
    isOlder: true,
    versions: versions({ keep: flag }),
  },
  {
    title: "another value of a default",
    kind: "Turned",
    spec: { by: "value" },
    isOlder: true,
    versions: versions({ keep: isOff }),
  },
  {
    title: "null that is dropped, and replaced by a default",
    kind: "Dropped",
    spec: { by: "null", held: null },
    versions: versions({ held: isOff }),
  },
  {
    title: "a default under one key of a map with any content",
    kind: "Keyed",
    spec: { by: "key", zones: { main: {} } },
    versions: versions({ zones: { ...anything, properties: { main: record({ keep: isOff }) } } }),
  },
  {
    title: "a default in the entries of a map that the rule takes for a record",
    kind: "Mapped",
    spec: { by: "entry", sets: { main: {} } },
    versions: versions({ sets: mapOf(record({ keep: isOff })) }),
  },
  {
    title: "a key that a default adds where the rule looks at all keys",
    kind: "Added",
    spec: { by: "keys", flags: {} },
    versions: versions({ flags: { ...anything, properties: { loose: { ...text, default: "yes" } } } }),
  },
  {
    title: "an embedded object that is no resource any more",
    kind: "Embedded",
    spec: { by: "template", template: { apiVersion: "v1", kind: "Pod", metadata: { labels: { keep: "yes" } } } },
    versions: versions({ template: record({ spec: { type: "object" } }) }),
  },
];

describeWithServer("defaults in definitions of protected kinds, on a real API server", {}, (server) => {
  beforeAll(async () => {
    await enforce(server(), `${yamlOf(policiesText("guarded"))}\n---\n${yamlOf(policiesText("open"))}`);
  });

  const nameOf = (side: Side, kind: string): string => `${kind.toLowerCase()}s.${groups[side]}`;

  /** Objects are stored in the first version. */
  async function define(side: Side, kind: string, fields: object = properties, names = ["v1", "v1beta1"]): Promise<string> {
    const of = (name: string) => ({ name, schema: schemaOf(fields), statusSubresource: true });
    const [first = "v1", ...others] = names;
    const plural = `${kind.toLowerCase()}s`;
    await applyCustomResourceDefinition(server(), {
      group: groups[side],
      kind,
      plural,
      scope: "Namespaced",
      versions: [of(first), ...others.map(of)],
    });
    return `${plural}.${groups[side]}`;
  }

  async function prepare({ kind, spec, isStoredElsewhere, isOlder }: Change): Promise<void> {
    for (const side of ["guarded", "open"] as const) {
      const names = isStoredElsewhere === true ? ["v1beta1", "v1"] : ["v1", "v1beta1"];
      const name = await define(side, kind, isOlder === true ? { ...properties, keep: flag } : properties, names);
      await createObject(server(), name, kind, { spec });
      if (isOlder === true) await giveDefaults(name);
      await waitUntil(`${name} is protected`, async () => (await dryDelete(name)).status === 403);
    }
  }

  const dryDelete = (name: string): Promise<ApiResponse> =>
    server().request({ method: "DELETE", path: `${objectsPath(name)}/one?dryRun=All` });

  /** With leave of whoever may release the definition. */
  async function giveDefaults(name: string): Promise<void> {
    await releaseDefinition(server(), name);
    const asItIs = { metadata: { annotations: null }, spec: { versions: versions({}) } };
    expect(await patchDefinition(server(), name, asItIs)).toMatchObject({ status: 200 });
  }

  async function expectDenied(answer: Promise<ApiResponse>): Promise<void> {
    const { status, body } = await answer;
    const reason = /denied request: schemaGuard: .* changes the type, default or nullable of it .*first run: kubectl annotate/;
    expect([status, body["message"]]).toEqual([403, expect.stringMatching(reason)]);
  }

  describe.each(changes)("$title", (change) => {
    beforeAll(() => prepare(change));

    test("without the guard the object can be deleted", async () => {
      const open = nameOf("open", change.kind);
      expect(await patchDefinition(server(), open, { spec: { versions: change.versions } })).toMatchObject({ status: 200 });
      if (change.isWritten === true) await untilDeletable(server(), open);
      else await waitUntil(`${open} can be deleted`, async () => (await deleteObject(server(), open)).status === 200);
    });

    test("with the guard the update is denied, until the definition is released", async () => {
      const guarded = nameOf("guarded", change.kind);
      await expectDenied(patchDefinition(server(), guarded, { spec: { versions: change.versions } }));
      expect((await deleteObject(server(), guarded)).status).toBe(403);
      await releaseDefinition(server(), guarded);
      expect((await patchDefinition(server(), guarded, { spec: { versions: change.versions } })).status).toBe(200);
    });
  });

  describe("what changes no stored value that the rule reads", () => {
    beforeAll(() => define("guarded", "Growing"));

    test.each([
      ["the default of another field", versions({ size: { ...text, default: "small" } })],
      ["a new field with a default, beside one that is read", versions({ security: record({ protection: flag, level: isOff }) })],
      [
        "a description, and what values are let in",
        versions({ keep: { ...flag, default: true, description: "x", enum: [true] } }),
      ],
      ["a new version with the same fields", [...versions({}), versionOf("v2", properties)]],
      ["objects stored in that version", [...versions({}, { storage: "v2" }), versionOf("v2", properties, { storage: true })]],
    ])("%s", async (_, changed) => {
      const name = nameOf("guarded", "Growing");
      expect(await patchDefinition(server(), name, { spec: { versions: changed } })).toMatchObject({ status: 200 });
    });
  });

  test("schemas of any form are compared, and none is an error", async () => {
    const untyped = { "x-kubernetes-preserve-unknown-fields": true };
    const odd = {
      by: { ...text, default: "x".repeat(300_000) },
      security: { ...untyped, default: "text" },
      keep: { "x-kubernetes-int-or-string": true, default: 5 },
      held: { type: "number", default: 1.5 },
      zones: { type: "object", additionalProperties: true },
      sets: { type: "array", items: text, default: ["a"] },
      flags: { type: "object", additionalProperties: { ...untyped, nullable: true } },
    };
    const name = await define("guarded", "Odd", { ...properties, ...odd });
    const patch = (changed: object) => patchDefinition(server(), name, { spec: { versions: versions(changed, { base: odd }) } });
    expect(await patch({ size: { ...text, default: "small" } })).toMatchObject({ status: 200 });
    const others = [
      { security: { ...untyped, default: { protection: false } } },
      { security: { ...untyped, default: [{ protection: false }] } },
      { keep: { ...odd.keep, default: "5" } },
      { held: { ...odd.held, default: 2 } },
      { sets: { ...odd.sets, default: [] } },
    ];
    for (const other of others) await expectDenied(patch(other));
  });
});
