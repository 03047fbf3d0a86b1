import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import { get } from "../../../runtime-fallback/kubernetes/get.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { NoLongerLeader, leaderOnly } from "../../../runtime-fallback/controller/leader-election.ts";
import { entriesOf, isMarked, mark, unmark } from "../../../runtime-fallback/critical-services/marks.ts";
import { namespacesV1 } from "../../../runtime-fallback/critical-services/reconcile-service.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { changeWebhooks } from "../../install/installed/change-webhooks.ts";
import { endLease } from "../../install/installed/end-lease.ts";
import { byName, deploymentPath, done, protectedCluster, providerOf, denied, servicesPath } from "./protected-cluster.ts";

const entry = "critical.holdfast.dev/";

describeWithServer("marks of critical services", { controllerManager: true }, (server) => {
  const cluster = protectedCluster(server);
  const { remove, patch, read, protect, deployment, service, ready, configMap } = cluster;
  let api: ApiServer;

  beforeAll(async () => void (api = await connect({ kubeconfig: server().kubeconfig })));
  afterAll(() => api.close());

  const marksOf = async (path: string) => {
    const { labels = {}, annotations = {} } = (await read(path))["metadata"] as Record<
      "labels" | "annotations",
      Record<string, string> | undefined
    >;
    const entries = Object.entries(annotations).filter(([key]) => key.startsWith(entry));
    return {
      label: labels["holdfast.dev/critical"],
      keys: entries.map(([key]) => key),
      by: entries.map(([, name]) => name).toSorted(),
    };
  };
  const hasCondition = (name: string, reason: string) => async () =>
    JSON.stringify(await read(`${servicesPath}/${name}`)).includes(`"reason":"${reason}"`);

  describe("the policy", () => {
    test("lets nobody take the mark of a living service, neither of the Namespace nor of the provider, by any subresource", async () => {
      await protect("kept", []);
      const why = denied(
        "is or holds the provider of a CriticalService, and its mark goes with that: delete the CriticalService first",
      );
      const { keys } = await marksOf("/api/v1/namespaces/kept");
      const [key = ""] = keys;
      expect((await marksOf(deploymentPath("kept"))).keys).toEqual(keys);
      for (const path of ["/api/v1/namespaces/kept", "/api/v1/namespaces/kept/status", deploymentPath("kept")]) {
        expect(await patch(path, { labels: { "holdfast.dev/critical": null } }), path).toEqual(why);
        expect(await patch(path, { annotations: { [key]: null } }), path).toEqual(why);
      }
      // The API server keeps the labels of a Deployment there by itself.
      expect(await patch(`${deploymentPath("kept")}/status`, { annotations: { [key]: null } })).toEqual(why);
      const scale = {
        method: "PATCH",
        path: `${deploymentPath("kept")}/scale`,
        contentType: "application/merge-patch+json",
      } as const;
      expect(await server().request({ ...scale, body: { spec: { replicas: 1 } } })).toMatchObject({ status: 200 });
      expect(await patch(deploymentPath("kept"), { labels: { team: "a" } })).toEqual(done);
    });
  });

  describe("the controller", () => {
    test("marks a provider that comes later, one that is made anew, and again what was unmarked while nobody denied it", async () => {
      await created(server(), "/api/v1/namespaces", { metadata: { name: "later" } });
      await service("later", { provider: providerOf("later", "later"), criteria: [] });
      const isMarkedAt = (path: string) => async () => (await marksOf(path)).label === "true";
      await waitUntil("the Namespace is marked", isMarkedAt("/api/v1/namespaces/later"));
      await waitUntil("it waits for its provider", hasCondition("later", "ProviderNotFound"));
      await deployment("later", "later");
      await ready("later");
      expect(await remove(deploymentPath("later"))).toEqual(done);
      await waitUntil("it waits again", hasCondition("later", "ProviderNotFound"));
      await deployment("later", "later");
      await ready("later");
      const resume = await withoutKeeper();
      const { label, keys } = await marksOf(deploymentPath("later"));
      expect([label, keys.length]).toEqual(["true", 1]);
      expect(await patch(deploymentPath("later"), { labels: { "holdfast.dev/critical": null } })).toEqual(done);
      await waitUntil("it is marked again", isMarkedAt(deploymentPath("later")));
      await resume();
    });

    test("leaves the entries of other services: a Namespace stays marked as long as one of its providers has a service", async () => {
      await protect("shared", []);
      await deployment("shared", "second");
      await service("shared-second", { provider: providerOf("shared", "second"), criteria: [] });
      await ready("shared-second");
      const space = "/api/v1/namespaces/shared";
      expect((await marksOf(space)).by).toEqual(["shared", "shared-second"]);
      await remove(deploymentPath("shared"));
      expect(await remove(`${servicesPath}/shared`)).toEqual(done);
      await waitUntil("one entry is left", async () => (await marksOf(space)).by.join() === "shared-second");
      expect((await marksOf(space)).label).toBe("true");
    });

    test("takes the marks of services that went while it was killed", async () => {
      const { controller } = cluster.installation();
      await protect("unwatched", []);
      await controller.kill();
      await remove(deploymentPath("unwatched"));
      expect(await remove(`${servicesPath}/unwatched`)).toEqual(done);
      expect((await marksOf("/api/v1/namespaces/unwatched")).by).toEqual(["unwatched"]);
      await endLease(server());
      await controller.start();
      const isFree = async () => (await marksOf("/api/v1/namespaces/unwatched")).label === undefined;
      await waitUntil("the mark is gone", isFree, 60_000);
      expect((await marksOf("/api/v1/namespaces/unwatched")).by).toEqual([]);
    });

    test("takes nothing away that was written since it looked, and writes nothing once it leads no longer", async () => {
      const { controller } = cluster.installation();
      // It would sweep these entries, whose services there never were.
      await controller.process().end("SIGTERM");
      await created(server(), "/api/v1/namespaces", { metadata: { name: "raced" } });
      const access = { server: api, writer: api };
      const none = { living: new Set<string>(), isNamed: false };
      const look = async () => (await get(api, namespacesV1, { name: "raced" })) as StoredObject;
      const stale = await mark(access, namespacesV1, { object: await look(), by: { name: "a", uid: "gone" } });
      const both = await mark(access, namespacesV1, { object: stale, by: { name: "b", uid: "living" } });
      await expect(unmark(access, namespacesV1, stale, none)).rejects.toThrow("409");
      expect(entriesOf(await look())).toEqual(["gone", "living"]);
      const paused = { server: api, writer: leaderOnly(api, () => false) };
      await expect(unmark(paused, namespacesV1, both, none)).rejects.toThrow(NoLongerLeader);
      await unmark(access, namespacesV1, both, { living: new Set(["living"]), isNamed: false });
      expect([isMarked(await look()), entriesOf(await look())]).toEqual([true, ["living"]]);
      await unmark(access, namespacesV1, await look(), none);
      expect([isMarked(await look()), entriesOf(await look())]).toEqual([false, []]);
      await controller.start();
    });

    test("warns of a criterion beside the provider, and does not call protected what the webhook is not asked about", async () => {
      await protect("beside", [byName("beside", "own")]);
      expect(await hasCondition("beside", "CriterionInProviderNamespace")()).toBe(true);
      for (const resource of ["namespaces", "Namespace"]) {
        const name = `itself-${resource.toLowerCase()}`;
        await protect(name, [{ type: "SpecificResource", specificResource: { group: "", resource, name } }]);
        expect(await hasCondition(name, "CriterionInProviderNamespace")(), resource).toBe(true);
      }
      const daemonSet = { group: "apps", resource: "daemonsets", namespace: "users", name: "x" };
      await service("undeclared", { provider: daemonSet, criteria: [] });
      await waitUntil("it says so", hasCondition("undeclared", "NotProtected"));
      await service("own", { provider: providerOf("holdfast-system", "holdfast-webhook"), criteria: [] });
      await waitUntil("it says so of its own Namespace", hasCondition("own", "NotProtected"));
      // Neither waits for a provider: nobody would have to delete the webhook first.
      expect(await remove(`${servicesPath}/undeclared`)).toEqual(done);
      expect(await remove(`${servicesPath}/own`)).toEqual(done);
    });

    test("a service that is released goes before its provider, which is then free", async () => {
      await configMap("released");
      await protect("released", [byName("users", "released")]);
      const path = `${servicesPath}/released`;
      const { uid } = (await read(path))["metadata"] as { uid: string };
      expect(await remove(path)).toEqual(
        denied(`kubectl annotate criticalservices.protection.holdfast.dev/released holdfast.dev/release=${uid}`),
      );
      expect(await patch(path, { annotations: { "holdfast.dev/release": uid } })).toEqual(done);
      expect(await remove(deploymentPath("released"))).toEqual(denied("users/released still exists"));
      expect(await remove(path)).toEqual(done);
      expect(await remove(deploymentPath("released"))).toEqual(done);
    });

    test("the provider of a service cannot be changed", async () => {
      const body = { spec: { provider: { name: "other" } } };
      const answer = await server().request(mergePatch(`${servicesPath}/later`, body));
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("provider cannot be changed")]);
    });
  });

  test("neither process was denied anything by the API server, or met what it did not expect", () => {
    expect(cluster.warnings()).toEqual([]);
  });

  /** The rule that keeps marks is asked about nothing, until the returned function is called. */
  function withoutKeeper(): Promise<() => Promise<void>> {
    const keeper = "keep-mark.critical-services.holdfast.dev";
    const rulesOf = (rules: readonly object[]) => rules.map((rule) => ({ ...rule, operations: ["CONNECT"] }));
    return changeWebhooks(server(), (one) => (one.name === keeper ? { ...one, rules: rulesOf(one.rules) } : one));
  }
});
