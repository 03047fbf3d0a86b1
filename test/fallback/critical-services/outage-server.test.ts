import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { byName, deploymentPath, done, hold, protectedCluster, denied, servicesPath, users } from "./protected-cluster.ts";

const byFinalizer = (resource: string) => ({ type: "Finalizer", finalizer: { group: "", resource, finalizerName: hold } });
const failed = [500, expect.stringContaining("the rule critical-services failed; the webhook's log says why")];
const uncalled = [500, expect.stringContaining("failed calling webhook")];

describeWithServer("a webhook that cannot answer for critical services", { controllerManager: true }, (server) => {
  const cluster = protectedCluster(server);
  const { remove, patch, protect, deployment, configMap } = cluster;
  const restart = async (): Promise<void> => {
    const { webhook } = cluster.installation();
    await webhook?.start();
    await waitUntil("the webhook is ready", async () => webhook?.process().isReady() ?? false);
  };

  test("because it is gone: what is marked stays, the rest goes; back again it decides", async () => {
    await configMap("outage");
    await protect("outage", [byName("users", "outage")]);
    await deployment("outage", "free");
    await cluster.installation().webhook?.kill();
    const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/criticalservices.protection.holdfast.dev";
    for (const path of [deploymentPath("outage"), "/api/v1/namespaces/outage", `${servicesPath}/outage`, definition])
      expect(await remove(path), path).toEqual(uncalled);
    expect(await patch("/api/v1/namespaces/outage", { labels: { "holdfast.dev/critical": null } })).toEqual(uncalled);
    expect(await patch("/api/v1/namespaces/outage", { labels: { team: "a" } })).toEqual(done);
    expect(await remove(deploymentPath("outage").replace(/outage$/, "free"))).toEqual(done);
    await restart();
    expect(await remove(deploymentPath("outage"))).toEqual(denied("users/outage still exists"));
    await remove(users("outage"));
    expect(await remove(deploymentPath("outage"))).toEqual(done);
    expect(cluster.warnings()).toEqual([]);
  });

  test("because it may not read what a criterion is about: the provider stays, until the criterion goes", async () => {
    await protect("by-secret", [byName("users", "none", "secrets")]);
    await protect("by-secrets", [byFinalizer("secrets")]);
    await protect("readable", [byFinalizer("configmaps"), byName("users", "none")]);
    const why = denied(
      "the criterion about secrets cannot be looked at: name them in criticalServices.criteria of the fallback, and apply what that compiles to",
    );
    expect(await remove(deploymentPath("by-secret"))).toEqual(why);
    expect(await remove("/api/v1/namespaces/by-secrets")).toEqual(why);
    expect(cluster.warnings()).toEqual([]);
    expect(await remove(`${servicesPath}/by-secret`)).toEqual(denied("stays as long as its provider"));
    expect(await remove(`${deploymentPath("readable")}?dryRun=All`)).toEqual(done);
    const body = { spec: { criteria: [] } };
    const path = `${servicesPath}/by-secret`;
    const contentType = "application/merge-patch+json";
    expect(await server().request({ method: "PATCH", path, contentType, body })).toMatchObject({ status: 200 });
    expect(await remove(deploymentPath("by-secret"))).toEqual(done);
  });

  test("because it has no rights at all: nothing goes, until they are applied again", async () => {
    const path = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/holdfast-webhook";
    expect((await remove(path))[0]).toBe(200);
    const target = `${deploymentPath("readable")}?dryRun=All`;
    await waitUntil("rights are gone", async () => (await remove(target))[0] === 500);
    expect(await remove(target)).toEqual(failed);
    expect(await remove("/api/v1/namespaces/readable?dryRun=All")).toEqual(failed);
    expect(await remove(`${servicesPath}/readable`)).toEqual(failed);
    const accounts = join(cluster.installation().directory, "generated/fallback/accounts.yaml");
    expect(await server().kubectl(["apply", "--server-side", "-f", accounts])).toMatchObject({ code: 0 });
    await waitUntil("rights are back", async () => (await remove(target))[0] === 200);
    expect(await remove(deploymentPath("readable"))).toEqual(done);
    expect(await remove(`${servicesPath}/readable`)).toEqual(done);
  });
});
