import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { anything, applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { created, isGone } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import type { JsonScan } from "./scanned.ts";

/** Nobody may delete them, but for controllers; and what takes them along is not guarded. */
const onlyPeople = yamlOf(`import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "keep-from-people",
  match: [{ group: "postgresql.cnpg.io", resource: "clusters" }],
  guards: {
    namespaces: { off: "a test looks at what goes with one" },
    definitions: { off: "a test looks at what goes with one" },
    owners: { off: "a test looks at what goes with one" },
  },
  rules: {
    keep: {
      denyWhen: ({ request }) => !(request.userInfo.username ?? "").startsWith("system:serviceaccount:kube-system:"),
      message: "it is kept",
    },
  },
});`);

describeWithServer("what a scan says goes with another delete", { controllerManager: true }, (server) => {
  const clusters = (namespace: string): string => `/apis/postgresql.cnpg.io/v1/namespaces/${namespace}/clusters`;
  const configMaps = "/api/v1/namespaces/owned/configmaps";
  const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/clusters.postgresql.cnpg.io";

  const store = (namespace: string, name: string, metadata: object = {}) =>
    created(server(), clusters(namespace), {
      apiVersion: "postgresql.cnpg.io/v1",
      kind: "Cluster",
      metadata: { name, ...metadata },
    });

  const waysOf = async (name: string): Promise<readonly string[]> => {
    const { out } = await holdfastHere(".", ["scan", "--kubeconfig", server().kubeconfig, "--format", "json"]);
    const found = (JSON.parse(out) as JsonScan).objects.find((one) => one.name === name);
    expect(found?.state).toBe("protected");
    const goesWith = found?.["goesWith"] ?? [];
    return (goesWith as readonly { readonly how: string; readonly name: string }[]).map((way) => `${way.how} ${way.name}`);
  };

  const remove = async (path: string): Promise<number> => (await server().request({ method: "DELETE", path })).status;

  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), {
      group: "postgresql.cnpg.io",
      kind: "Cluster",
      plural: "clusters",
      scope: "Namespaced",
      versions: [{ name: "v1", schema: { type: "object", properties: { spec: anything } } }],
    });
    await enforce(server(), onlyPeople);
    for (const name of ["goes", "owned", "stays"]) await created(server(), "/api/v1/namespaces", { metadata: { name } });
  });

  test("its own delete is denied, and its Namespace takes it", async () => {
    await store("goes", "in-namespace");
    expect(await waysOf("in-namespace")).toEqual(["namespace goes", "definition clusters.postgresql.cnpg.io"]);
    expect(await remove(`${clusters("goes")}/in-namespace`)).toBe(403);
    expect(await remove("/api/v1/namespaces/goes")).toBe(200);
    await waitUntil("it is gone", () => isGone(server(), `${clusters("goes")}/in-namespace`), 60_000);
  });

  test("the owner of its owner takes it", async () => {
    const { metadata: top } = await created(server(), configMaps, { metadata: { name: "top" } });
    const ownedBy = (name: string, uid: string): object => ({
      ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name, uid }],
    });
    const { metadata } = await created(server(), configMaps, { metadata: { name: "middle", ...ownedBy("top", top.uid) } });
    await store("owned", "of-owner", ownedBy("middle", metadata.uid));
    expect(await waysOf("of-owner")).toEqual(["namespace owned", "owner middle", "definition clusters.postgresql.cnpg.io"]);
    expect(await remove(`${clusters("owned")}/of-owner`)).toBe(403);
    expect(await remove(`${configMaps}/top`)).toBe(200);
    await waitUntil("it is gone", () => isGone(server(), `${clusters("owned")}/of-owner`), 60_000);
  });

  test("its definition takes it", async () => {
    await store("stays", "instance");
    expect(await waysOf("instance")).toContain("definition clusters.postgresql.cnpg.io");
    expect(await remove(`${clusters("stays")}/instance`)).toBe(403);
    expect(await remove(definition)).toBe(200);
    await waitUntil("the definition is gone", () => isGone(server(), definition), 60_000);
    expect(await isGone(server(), `${clusters("stays")}/instance`)).toBe(true);
  });
});
