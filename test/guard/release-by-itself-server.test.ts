import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { commandIn } from "../presets/command-in.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

/** Rules that a release takes out of force by being there, because they look at all annotations. */
const policies = `
import { deletionPolicy } from "holdfast";

export default [
  deletionPolicy({
    name: "single",
    match: [{ group: "", resource: "services" }],
    rules: {
      keep: {
        denyWhen: ({ oldObject: { metadata } }) =>
          metadata.labels?.["single"] === "yes" && Object.keys(metadata.annotations ?? {}).length === 1,
        message: "it has one annotation",
      },
    },
  }),
  deletionPolicy({
    name: "iterated",
    match: [{ group: "", resource: "configmaps" }],
    rules: {
      keep: {
        denyWhen: ({ oldObject: { metadata } }) => Object.values(metadata.annotations ?? {}).some((value) => value === "keep"),
        message: "an annotation keeps it",
      },
    },
  }),
  deletionPolicy({
    name: "inherited",
    match: [{ group: "", resource: "secrets" }],
    rules: {
      keep: {
        denyWhen: ({ namespaceObject }) =>
          namespaceObject?.metadata.labels?.["single"] === "yes" &&
          Object.keys(namespaceObject?.metadata.annotations ?? {}).length === 1,
        message: "its Namespace has one annotation",
      },
    },
  }),
];
`;

const core = "/api/v1/namespaces";
const releaseKey = "holdfast.dev/release";

/** So many a rule looks at (docs/rules/language.md). */
const maxLookedAt = 2_000;

describeWithServer("a release that itself changes what a rule reads", {}, (server) => {
  const patch = (path: string, metadata: object): Promise<ApiResponse> => server().request(mergePatch(path, { metadata }));

  const remove = (path: string): Promise<ApiResponse> => server().request({ method: "DELETE", path });

  async function create(path: string, body: object): Promise<string> {
    return (await created(server(), path, body)).metadata.uid;
  }

  async function expectDenied(answer: Promise<ApiResponse>, said: string): Promise<string> {
    const { status, body } = await answer;
    expect([status, body["message"]]).toEqual([403, expect.stringContaining(`denied request: ${said}`) as string]);
    return String(body["message"]);
  }

  /** As it is in the message. */
  async function runCommandOf(denial: string): Promise<void> {
    expect(await server().kubectl(commandIn(denial))).toMatchObject({ code: 0, stderr: "" });
  }

  beforeAll(() => enforce(server(), yamlOf(policies)));

  describe("of an object", () => {
    const marks = { labels: { single: "yes" }, annotations: { "example.com/only": "" } };
    const service = (name: string): string => `${core}/default/services/${name}`;
    const spec = { ports: [{ port: 80 }] };

    test("is put on by the command of the denial, and the object can be deleted", async () => {
      await create(`${core}/default/services`, { metadata: { name: "released", ...marks }, spec });
      await runCommandOf(await expectDenied(remove(service("released")), "keep: it has one annotation"));
      expect((await remove(service("released"))).status).toBe(200);
    });

    test.each([
      ["another annotation", "kept", { "example.com/any": "yes" }],
      ["the release of something else", "copied", { [releaseKey]: "0b7c0000-0000-4000-8000-000000000001" }],
    ])("is no leave for %s", async (_, name, annotations) => {
      await create(`${core}/default/services`, { metadata: { name, ...marks }, spec });
      await expectDenied(patch(service(name), { annotations }), `releaseGuard: Service default/${name} is protected`);
      await expectDenied(remove(service(name)), "keep: it has one annotation");
    });

    test("is not put on through a part of it", async () => {
      const uid = await create(`${core}/default/services`, { metadata: { name: "part", ...marks }, spec });
      await expectDenied(patch(`${service("part")}/status`, { annotations: { [releaseKey]: uid } }), "overrideGuard: Service ");
    });

    test("is put on where one annotation more is too many to be looked at", async () => {
      const many = Array.from({ length: maxLookedAt }, (_, at) => [`example.com/a${at}`, at === 0 ? "keep" : ""] as const);
      const path = `${core}/default/configmaps/many`;
      await create(`${core}/default/configmaps`, { metadata: { name: "many", annotations: Object.fromEntries(many) } });
      const denial = await expectDenied(remove(path), "keep: an annotation keeps it");
      await expectDenied(patch(path, { annotations: { "example.com/more": "" } }), "releaseGuard: ConfigMap default/many");
      await runCommandOf(denial);
      expect((await remove(path)).status).toBe(200);
    });
  });

  test("of a Namespace is put on by the command of the denial", async () => {
    const path = `${core}/single`;
    await create(core, { metadata: { name: "single", labels: { single: "yes" }, annotations: { "example.com/only": "" } } });
    await create(`${path}/secrets`, { metadata: { name: "one" } });
    await expectDenied(remove(`${path}/secrets/one`), "keep: its Namespace has one annotation");
    const other = { annotations: { "example.com/any": "yes" } };
    const denial = await expectDenied(patch(path, other), "namespaceReleaseGuard: Namespace single protects what is in it");
    await runCommandOf(denial);
    expect((await patch(path, other)).status).toBe(200);
    await waitUntil("what is in it can be deleted", async () => (await remove(`${path}/secrets/one`)).status === 200);
  });
});
