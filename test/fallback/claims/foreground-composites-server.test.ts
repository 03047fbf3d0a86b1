import { afterAll, beforeAll, expect, test } from "vitest";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { commandIn } from "../../presets/command-in.ts";
import { type GarbageCollector, startGarbageCollector } from "../../install/installed/garbage-collector.ts";
import { type Installation, install, quickController } from "../../install/installed/installation.ts";
import { declaration, policyFiles } from "../../install/installed/policy-file.ts";
import { created } from "../../control-plane/requests.ts";
const group = "vshn.appcat.vshn.io";
const claims = `foregroundClaims: [
    { claim: { group: "${group}", resource: "vshnredis" }, composite: { group: "${group}", resource: "xvshnredis" } },
  ],`;

describeWithServer("composites whose claim says Foreground", { controllerManager: true }, (server) => {
  let [installation, collector]: [Installation?, GarbageCollector?] = [];

  const instance = async (name: string, policy?: string): Promise<void> => {
    const claimRef = { apiVersion: `${group}/v1`, kind: "VSHNRedis", namespace: "default", name };
    const apiVersion = `${group}/v1`;
    const resourceRef = { apiVersion, kind: "XVSHNRedis", name };
    const spec = { resourceRef, ...(policy !== undefined && { compositeDeletePolicy: policy }) };
    await created(server(), `/apis/${group}/v1/xvshnredis`, {
      apiVersion,
      kind: "XVSHNRedis",
      metadata: { name },
      spec: { claimRef },
    });
    if (policy !== "gone")
      await created(server(), `/apis/${group}/v1/namespaces/default/vshnredis`, {
        apiVersion,
        kind: "VSHNRedis",
        metadata: { name },
        spec,
      });
  };
  const remove = async (name: string, propagationPolicy?: string) => {
    const path = `/apis/${group}/v1/xvshnredis/${name}?dryRun=All`;
    const body = propagationPolicy === undefined ? {} : { body: { propagationPolicy } };
    const answer = await server().request({ method: "DELETE", path, ...body });
    return { status: answer.status, message: String(answer.body["message"]) };
  };

  beforeAll(async () => {
    const define = (kind: string, plural: string, scope: "Cluster" | "Namespaced") =>
      applyCustomResourceDefinition(server(), { group, kind, plural, scope, versions: [{ name: "v1" }] });
    await Promise.all([define("XVSHNRedis", "xvshnredis", "Cluster"), define("VSHNRedis", "vshnredis", "Namespaced")]);
    // Nobody has PostgreSQL here: of the kinds in the policy not all need be served.
    const policy = policyFiles("fallback/foreground-composites.ts");
    [installation, collector] = await Promise.all([
      install(server(), { ...policy, ...declaration(claims) }, { controllerProgram: quickController }),
      startGarbageCollector(server()),
    ]);
  });

  afterAll(() => Promise.all([installation?.end(), collector?.end()]));

  test.each([
    ["says Foreground, deleted as always", "Foreground", undefined, 403],
    ["says Foreground, deleted in the background", "Foreground", "Background", 403],
    ["says Foreground, deleted with orphans", "Foreground", "Orphan", 403],
    ["says Foreground, deleted in the foreground", "Foreground", "Foreground", 200],
    ["says Background", "Background", undefined, 200],
    ["says nothing", undefined, undefined, 200],
    ["is gone", "gone", undefined, 200],
  ])("whose claim %s", async (title, policy, propagation, status) => {
    const name = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    await instance(name, policy);
    const answer = await remove(name, propagation);
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.message).toContain(
        `XVSHNRedis ${name} is deleted in the foreground, says its claim. Delete the claim, or run: kubectl delete xvshnredis.${group}/${name} --cascade=foreground`,
      );
  });

  test("the command of the denial deletes the composite", async () => {
    await instance("by-hand", "Foreground");
    const { status, message } = await remove("by-hand");
    expect(status).toBe(403);
    // It waits until the garbage collector is through.
    expect(await server().kubectl(commandIn(message))).toMatchObject({ code: 0 });
    expect((await server().request({ method: "GET", path: `/apis/${group}/v1/xvshnredis/by-hand` })).status).toBe(404);
  });

  test("the controller's own delete of a composite goes through, and so ends the claim", async () => {
    await instance("whole", "Foreground");
    const claim = `/apis/${group}/v1/namespaces/default/vshnredis/whole`;
    const find = (path: string) => server().request({ method: "GET", path });
    await waitUntil("the claim is held", async () => JSON.stringify((await find(claim)).body).includes("claims.holdfast.dev"));
    await server().request({ method: "DELETE", path: claim });
    await waitUntil("the claim has gone", async () => (await find(claim)).status === 404, 60_000);
    expect((await find(`/apis/${group}/v1/xvshnredis/whole`)).status).toBe(404);
  });

  test("a claim that cannot be looked up keeps its composite", async () => {
    await instance("unknown", "Background");
    expect(await remove("unknown")).toMatchObject({ status: 200 });
    const path = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/holdfast-webhook";
    const { body } = await server().request({ method: "GET", path });
    await server().request({ method: "DELETE", path });
    await waitUntil("the webhook may no longer read", async () => (await remove("unknown")).status === 500);
    expect((await remove("unknown")).message).toContain("the rule foreground-composites foreground failed");
    const { metadata, ...rest } = body as { metadata: { name: string } };
    await created(server(), path.replace(/\/[^/]+$/, ""), { ...rest, metadata: { name: metadata.name } });
    await waitUntil("the webhook may read", async () => (await remove("unknown")).status === 200);
  });
});
