import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

const policy = `
import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "owned",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "its label keeps it" },
  },
});
`;

const group = "owners.example.com";
/** It has a kind of the same name, and no object of it. */
const otherGroup = "others.example.com";
const configMaps = "/api/v1/namespaces/default/configmaps";

/** An operator that is upgraded writes the newest version of its kind into the owner references of what it has made. */
describeWithServer("the same owner through another version of its kind", { controllerManager: true }, (server) => {
  let uid = "";

  const ownedThrough = (apiVersion: string): object => ({
    ownerReferences: [{ apiVersion, kind: "Database", name: "one", uid, controller: true, blockOwnerDeletion: true }],
  });

  async function create(name: string, labels: object = {}, apiVersion = `${group}/v1beta1`): Promise<void> {
    const body = { metadata: { name, labels, ...ownedThrough(apiVersion) } };
    expect(await server().request({ method: "POST", path: configMaps, body })).toMatchObject({ status: 201 });
  }

  const own = (name: string, apiVersion: string): Promise<ApiResponse> =>
    server().request(mergePatch(`${configMaps}/${name}`, { metadata: ownedThrough(apiVersion) }));

  const exists = async (name: string): Promise<boolean> =>
    (await server().request({ method: "GET", path: `${configMaps}/${name}` })).status === 200;

  beforeAll(async () => {
    const versions = [{ name: "v1" }, { name: "v1beta1" }] as const;
    const kind = { kind: "Database", plural: "databases", scope: "Namespaced", versions } as const;
    for (const of of [group, otherGroup]) await applyCustomResourceDefinition(server(), { ...kind, group: of });
    const path = `/apis/${group}/v1/namespaces/default/databases`;
    const { body } = await server().request({ method: "POST", path, body: databaseNamed("one") });
    ({ uid } = body["metadata"] as { readonly uid: string });
    await enforce(server(), yamlOf(policy));
  });

  test("is no new owner of what is protected", async () => {
    await create("upgraded", { keep: "yes" });
    expect(await own("upgraded", `${group}/v1`)).toMatchObject({ status: 200 });
  });

  test.each([
    ["another group", `${otherGroup}/v1`],
    ["a group that begins alike", `${group}.other/v1`],
    ["the core group", "v1"],
  ])("through %s it is", async (what, apiVersion) => {
    const name = what.replaceAll(" ", "-");
    await create(name, { keep: "yes" });
    const { status, body } = await own(name, apiVersion);
    expect([status, body["message"]]).toEqual([
      403,
      expect.stringContaining(`denied request: ownerGuard: ConfigMap default/${name}`),
    ]);
  });

  test("no definition has the group v1, which an owner of the core group would be taken for", async () => {
    const definition = {
      group: "v1",
      kind: "ConfigMap",
      plural: "configmaps",
      scope: "Namespaced",
      versions: [{ name: "x" }],
    } as const;
    await expect(applyCustomResourceDefinition(server(), definition)).rejects.toThrow("should be a domain with at least one dot");
  });

  /** Not protected, so that only the garbage collector decides. */
  test("is not taken for gone by the garbage collector, even if that version is not served; one of another group is", async () => {
    for (const name of ["served", "not-served", "elsewhere"]) await create(name);
    expect(await own("served", `${group}/v1`)).toMatchObject({ status: 200 });
    expect(await own("not-served", `${group}/v7`)).toMatchObject({ status: 200 });
    // After them, and looked at after them.
    expect(await own("elsewhere", `${otherGroup}/v1`)).toMatchObject({ status: 200 });
    await waitUntil("the one with an owner that is not there is collected", async () => !(await exists("elsewhere")));
    expect([await exists("served"), await exists("not-served")]).toEqual([true, true]);
  });
});

const databaseNamed = (name: string): object => ({ apiVersion: `${group}/v1`, kind: "Database", metadata: { name } });
