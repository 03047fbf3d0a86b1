import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { usualProviders } from "../../../compiler/fallback/critical-services.ts";
import { get } from "../../../runtime-fallback/api/get.ts";
import type { StoredObject } from "../../../runtime-fallback/api/stored-object.ts";
import { NoLongerLeader, leaderOnly } from "../../../runtime-fallback/controller/leader-only.ts";
import { entriesOf, isMarked, mark, unmark } from "../../../runtime-fallback/critical-services/marks.ts";
import { namespaces } from "../../../runtime-fallback/critical-services/reconcile-service.ts";
import { criticalWebhookPermissions } from "../../../runtime-fallback/critical-services/critical-service-permissions.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { temporaryDirectory } from "../kubeconfig-file.ts";
import { created } from "../on-server.ts";
import { asServiceAccount, deployment, install, providerOf, ready, service } from "./installed.ts";

const operators = { group: "platform.example.com", resource: "operators" };
const services = "/apis/protection.holdfast.dev/v1alpha1/criticalservices";
const hold = "critical.example.com/hold";
const byFinalizer = { type: "Finalizer", finalizer: { group: "", resource: "configmaps", finalizerName: hold } };
const byName = (namespace: string, name: string, resource = "configmaps") => ({
  type: "SpecificResource",
  specificResource: { group: "", resource, namespace, name },
});

describeWithServer("critical services", { controllerManager: true }, (server) => {
  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), {
      ...operators,
      kind: "Operator",
      plural: "operators",
      scope: "Namespaced",
      versions: [{ name: "v1" }, { name: "v1beta1" }],
    });
    await created(server(), "/api/v1/namespaces", { metadata: { name: "users" } });
  });
  const installed = install(server, [...usualProviders, operators]);

  const configMap = (name: string, finalizers: readonly string[] = []) =>
    created(server(), "/api/v1/namespaces/users/configmaps", { metadata: { name, finalizers } });
  const users = (name: string) => `/api/v1/namespaces/users/configmaps/${name}`;
  const deploymentPath = (name: string) => `/apis/apps/v1/namespaces/${name}/deployments/${name}`;
  const remove = async (path: string): Promise<readonly [number, string]> => {
    const { status, body } = await server().request({ method: "DELETE", path });
    return [status, String(body["message"] ?? "")];
  };
  const patch = async (path: string, metadata: object): Promise<void> => {
    const contentType = "application/merge-patch+json";
    const { status, text } = await server().request({ method: "PATCH", path, contentType, body: { metadata } });
    if (status !== 200) throw new Error(text);
  };
  const unfinalize = (name: string) => patch(users(name), { finalizers: null });
  const read = async (path: string) => (await server().request({ method: "GET", path })).body;
  const labelOf = async (path: string): Promise<unknown> =>
    ((await read(path))["metadata"] as { labels?: Record<string, string> } | undefined)?.labels?.["holdfast.dev/critical"];
  /** A Namespace with a Deployment of the same name, and a service of that name for it, in force. */
  const protect = async (name: string, criteria: readonly object[], metadata: object = {}): Promise<void> => {
    await created(server(), "/api/v1/namespaces", { metadata: { name } });
    await deployment(server(), name, name, metadata);
    await service(server(), name, { provider: providerOf(name, name), criteria });
    await ready(server(), name);
  };

  describe("criteria", () => {
    test("Finalizer: the provider and its Namespace stay while any object carries it, and dry runs say the same", async () => {
      await configMap("carrier", [hold]);
      await protect("by-finalizer", [byFinalizer]);
      const reason =
        'admission webhook "provider.critical-services.holdfast.dev" denied the request: deployments.apps by-finalizer/by-finalizer is still needed by ' +
        "CriticalService by-finalizer (provider deployments.apps by-finalizer/by-finalizer): " +
        `configmaps users/carrier still carries the finalizer ${hold}. Delete these first, or wait until they are gone, and try again`;
      expect(await remove(deploymentPath("by-finalizer"))).toEqual([403, reason]);
      expect(await remove(`${deploymentPath("by-finalizer")}?dryRun=All`)).toEqual([403, reason]);
      const [status, message] = await remove("/api/v1/namespaces/by-finalizer");
      expect([status, message]).toEqual([
        403,
        expect.stringContaining("namespaces by-finalizer is still needed by CriticalService"),
      ]);
      await unfinalize("carrier");
      expect(await remove(`${deploymentPath("by-finalizer")}?dryRun=All`)).toEqual([200, ""]);
      expect(await remove(deploymentPath("by-finalizer"))).toEqual([200, ""]);
    });

    test("SpecificResource, written as kind: the provider stays while the object exists", async () => {
      await configMap("specific");
      await protect("by-name", [byName("users", "specific", "ConfigMap")]);
      const [status, message] = await remove(deploymentPath("by-name"));
      expect([status, message]).toEqual([403, expect.stringContaining("configmaps users/specific still exists")]);
      await remove(users("specific"));
      expect(await remove(deploymentPath("by-name"))).toEqual([200, ""]);
    });

    test("none: the provider goes; the service itself only after it, and its mark with it", async () => {
      await protect("by-nothing", []);
      const [status, message] = await remove(`${services}/by-nothing`);
      expect([status, message]).toEqual([
        403,
        expect.stringContaining(
          "CriticalService by-nothing stays as long as its provider deployments.apps by-nothing/by-nothing exists",
        ),
      ]);
      expect(await labelOf("/api/v1/namespaces/by-nothing")).toBe("true");
      expect(await remove(deploymentPath("by-nothing"))).toEqual([200, ""]);
      expect(await remove(`${services}/by-nothing`)).toEqual([200, ""]);
      await waitUntil("the mark is gone", async () => (await labelOf("/api/v1/namespaces/by-nothing")) === undefined);
    });

    test("of two services on one provider, all have to be met", async () => {
      await configMap("first");
      await configMap("second");
      await protect("twice", [byName("users", "first")]);
      await service(server(), "twice-more", { provider: providerOf("twice", "twice"), criteria: [byName("users", "second")] });
      await ready(server(), "twice-more");
      const [, both] = await remove(deploymentPath("twice"));
      expect(both).toContain("users/first still exists");
      expect(both).toContain("users/second still exists");
      await remove(users("first"));
      expect((await remove(deploymentPath("twice")))[1]).toContain("by CriticalService twice-more");
      await remove(users("second"));
      expect(await remove(deploymentPath("twice"))).toEqual([200, ""]);
    });

    test("about a kind that is made meanwhile is open at once; whose definition is deleted is met", async () => {
      const widgets = { group: "late.example.com", kind: "Widget", plural: "widgets", scope: "Namespaced" } as const;
      await protect("by-kind", [{ type: "Finalizer", finalizer: { ...widgets, resource: "widgets", finalizerName: hold } }]);
      expect(await remove(`${deploymentPath("by-kind")}?dryRun=All`)).toEqual([200, ""]);
      await applyCustomResourceDefinition(server(), { ...widgets, versions: [{ name: "v1" }] });
      const path = "/apis/late.example.com/v1/namespaces/users/widgets";
      await created(server(), path, {
        apiVersion: "late.example.com/v1",
        kind: "Widget",
        metadata: { name: "w", finalizers: [hold] },
      });
      expect((await remove(deploymentPath("by-kind")))[1]).toContain("widgets.late.example.com users/w still carries");
      await remove("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.late.example.com");
      expect((await remove(deploymentPath("by-kind")))[0]).toBe(403);
      await patch(`${path}/w`, { finalizers: null });
      await waitUntil("nothing refuses any more", async () => (await remove(deploymentPath("by-kind")))[0] === 200);
    });

    test("that cannot be met says so: a namespace is missing", async () => {
      await protect("misplaced", [{ type: "SpecificResource", specificResource: { resource: "configmaps", name: "x" } }]);
      expect((await remove(deploymentPath("misplaced")))[1]).toContain(
        "names no namespace, without which it cannot be met: correct it",
      );
    });
  });

  describe("ways to delete", () => {
    test("a provider of another kind, in another version, and in a collection", async () => {
      await configMap("operated");
      await created(server(), "/api/v1/namespaces", { metadata: { name: "operated" } });
      const path = "/apis/platform.example.com/v1/namespaces/operated/operators";
      await created(server(), path, { apiVersion: "platform.example.com/v1", kind: "Operator", metadata: { name: "main" } });
      const provider = { ...operators, namespace: "operated", name: "main" };
      await service(server(), "operated", { provider, criteria: [byName("users", "operated")] });
      await ready(server(), "operated");
      const refused = [403, expect.stringContaining("operators.platform.example.com operated/main is still needed")];
      expect(await remove(`${path}/main`)).toEqual(refused);
      expect(await remove(`${path.replace("v1", "v1beta1")}/main`)).toEqual(refused);
      expect(await remove(path)).toEqual(refused);
      await remove(users("operated"));
      expect(await remove(path)).toEqual([200, ""]);
    });

    test("the definition of CriticalServices, with which all of them would go, and no other definition", async () => {
      const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      const refused = [403, expect.stringContaining("criticalservices.protection.holdfast.dev defines CriticalService")];
      expect(await remove(`${path}/criticalservices.protection.holdfast.dev?dryRun=All`)).toEqual(refused);
      const collection = `${path}?dryRun=All&fieldSelector=metadata.name%3Dcriticalservices.protection.holdfast.dev`;
      expect(await remove(collection)).toEqual(refused);
      expect((await remove(`${path}/operators.platform.example.com?dryRun=All`))[0]).toBe(200);
    });

    test("the garbage collector is refused, and comes again", async () => {
      await configMap("keeps-owned");
      await created(server(), "/api/v1/namespaces", { metadata: { name: "owned" } });
      await created(server(), "/api/v1/namespaces/owned/configmaps", { metadata: { name: "owner" } });
      const { uid } = (await read("/api/v1/namespaces/owned/configmaps/owner"))["metadata"] as { uid: string };
      const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
      await deployment(server(), "owned", "owned", { ownerReferences });
      await service(server(), "owned", { provider: providerOf("owned", "owned"), criteria: [byName("users", "keeps-owned")] });
      await ready(server(), "owned");
      await remove("/api/v1/namespaces/owned/configmaps/owner");
      await waitUntil("the garbage collector is refused", async () =>
        Promise.resolve(refusedIn(server().auditLog, "generic-garbage-collector", "owned")),
      );
      expect((await read(deploymentPath("owned")))["kind"]).toBe("Deployment");
      await remove(users("keeps-owned"));
      await waitUntil("it is collected", async () => (await read(deploymentPath("owned")))["kind"] === "Status");
    });

    test("a Namespace that is terminating, because its mark was missing, keeps the provider until nothing needs it", async () => {
      await configMap("keeps-emptied");
      await protect("emptied", [byName("users", "keeps-emptied")]);
      await installed.controller.stop();
      await patch("/api/v1/namespaces/emptied", { labels: { "holdfast.dev/critical": null } });
      expect((await remove("/api/v1/namespaces/emptied"))[0]).toBe(200);
      await waitUntil("the namespace controller is refused", async () =>
        Promise.resolve(refusedIn(server().auditLog, "namespace-controller", "emptied")),
      );
      expect((await read(deploymentPath("emptied")))["kind"]).toBe("Deployment");
      await remove(users("keeps-emptied"));
      await waitUntil("the Namespace is gone", async () => (await read("/api/v1/namespaces/emptied"))["kind"] === "Status");
      expect(await remove(`${services}/emptied`)).toEqual([200, ""]);
      installed.controller.start();
    });

    test("what is terminating already was admitted once: its second delete is, too", async () => {
      await protect("ending", [byName("users", "reopened")], { finalizers: [hold] });
      expect((await remove(deploymentPath("ending")))[0]).toBe(200);
      await configMap("reopened");
      expect((await remove(deploymentPath("ending")))[0]).toBe(200);
      expect((await remove("/api/v1/namespaces/ending"))[1]).toContain("users/reopened still exists");
      await patch(deploymentPath("ending"), { finalizers: null });
    });
  });

  describe("the controller", () => {
    test("marks a provider that comes later, and again when its mark is taken off", async () => {
      await created(server(), "/api/v1/namespaces", { metadata: { name: "later" } });
      await service(server(), "later", { provider: providerOf("later", "later"), criteria: [] });
      await waitUntil("the Namespace is marked", async () => (await labelOf("/api/v1/namespaces/later")) === "true");
      await waitUntil("it waits for its provider", async () =>
        JSON.stringify(await read(`${services}/later`)).includes('"reason":"ProviderNotFound"'),
      );
      await deployment(server(), "later", "later");
      await ready(server(), "later");
      await patch(deploymentPath("later"), { labels: { "holdfast.dev/critical": null } });
      await waitUntil("it is marked again", async () => (await labelOf(deploymentPath("later"))) === "true");
    });

    test("leaves the entries of other services: a Namespace stays marked as long as one of its providers has a service", async () => {
      await protect("shared", []);
      await deployment(server(), "shared", "second");
      await service(server(), "shared-second", { provider: providerOf("shared", "second"), criteria: [] });
      await ready(server(), "shared-second");
      const entries = async () => {
        const { annotations = {} } = (await read("/api/v1/namespaces/shared"))["metadata"] as {
          annotations?: Record<string, string>;
        };
        return Object.entries(annotations)
          .filter(([key]) => key.startsWith("critical.holdfast.dev/"))
          .map(([, name]) => name);
      };
      expect((await entries()).toSorted()).toEqual(["shared", "shared-second"]);
      await remove(deploymentPath("shared"));
      expect(await remove(`${services}/shared`)).toEqual([200, ""]);
      await waitUntil("one entry is left", async () => (await entries()).join() === "shared-second");
      expect(await labelOf("/api/v1/namespaces/shared")).toBe("true");
    });

    test("takes nothing away that was written since it looked, and writes nothing once it leads no longer", async () => {
      // It would sweep these entries, whose services there never were.
      await installed.controller.stop();
      await created(server(), "/api/v1/namespaces", { metadata: { name: "raced" } });
      const api = installed.api();
      const access = { server: api, writer: api };
      const look = async () => (await get(api, namespaces, { name: "raced" })) as StoredObject;
      const stale = await mark(access, namespaces, { object: await look(), by: { name: "a", uid: "gone" } });
      const both = await mark(access, namespaces, { object: stale, by: { name: "b", uid: "living" } });
      await expect(unmark(access, namespaces, stale, new Set())).rejects.toThrow("409");
      expect(entriesOf(await look())).toEqual(["gone", "living"]);
      const paused = { server: api, writer: leaderOnly(api, () => false) };
      await expect(unmark(paused, namespaces, both, new Set())).rejects.toThrow(NoLongerLeader);
      await unmark(access, namespaces, both, new Set(["living"]));
      expect([isMarked(await look()), entriesOf(await look())]).toEqual([true, ["living"]]);
      await unmark(access, namespaces, await look(), new Set());
      expect([isMarked(await look()), entriesOf(await look())]).toEqual([false, []]);
      installed.controller.start();
    });

    test("warns of a criterion beside the provider, and does not call protected what the webhook is not asked about", async () => {
      await protect("beside", [byName("beside", "own")]);
      expect(JSON.stringify(await read(`${services}/beside`))).toContain('"reason":"CriterionInProviderNamespace"');
      const provider = { group: "apps", resource: "daemonsets", namespace: "users", name: "x" };
      await service(server(), "undeclared", { provider, criteria: [] });
      await waitUntil("it says so", async () =>
        JSON.stringify(await read(`${services}/undeclared`)).includes('"reason":"NotProtected"'),
      );
    });

    test("the provider of a service cannot be changed", async () => {
      const body = { spec: { provider: { name: "other" } } };
      const contentType = "application/merge-patch+json";
      const answer = await server().request({ method: "PATCH", path: `${services}/later`, contentType, body });
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("provider cannot be changed")]);
    });
  });

  describe("a webhook that cannot answer", () => {
    test("is gone: what is marked stays, the rest goes; back again it decides", async () => {
      await configMap("outage");
      await protect("outage", [byName("users", "outage")]);
      await deployment(server(), "outage", "free");
      await installed.webhook.kill();
      expect((await remove(deploymentPath("outage")))[0]).toBe(500);
      expect((await remove("/api/v1/namespaces/outage"))[0]).toBe(500);
      expect((await remove(`${services}/outage`))[0]).toBe(500);
      expect((await remove(deploymentPath("outage").replace(/outage$/, "free")))[0]).toBe(200);
      await installed.webhook.start();
      expect((await remove(deploymentPath("outage")))[1]).toContain("users/outage still exists");
      await remove(users("outage"));
      expect(await remove(deploymentPath("outage"))).toEqual([200, ""]);
    });

    test("has its rights and no more: what it may not read keeps the provider, and without any rights nothing goes", async () => {
      const permissions = criticalWebhookPermissions([{ group: "", resource: "configmaps" }]);
      const kubeconfig = await asServiceAccount(server(), { name: "webhook", permissions, directory: temporaryDirectory() });
      await protect("may", [byFinalizer, byName("users", "none")]);
      await protect("may-not", [byName("users", "none", "secrets")]);
      await installed.webhook.kill();
      await installed.webhook.start(kubeconfig);
      expect(await remove(`${deploymentPath("may")}?dryRun=All`)).toEqual([200, ""]);
      expect((await remove(deploymentPath("may-not")))[0]).toBe(500);
      expect((await remove(`${services}/may`))[1]).toContain("stays as long as its provider");
      await remove(`/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/system:serviceaccount:default:webhook`);
      await waitUntil("rights are gone", async () => (await remove(`${deploymentPath("may")}?dryRun=All`))[0] === 500);
      expect((await remove(`${services}/may`))[0]).toBe(500);
      await installed.webhook.kill();
      await installed.webhook.start();
      expect(await remove(deploymentPath("may"))).toEqual([200, ""]);
    });
  });
});

/** Whether that controller was told 403 for a delete in the Namespace. */
function refusedIn(auditLog: string, controller: string, namespace: string): boolean {
  return readFileSync(auditLog, "utf8")
    .split("\n")
    .some(
      (line) =>
        /"verb":"delete(collection)?"/.test(line) &&
        line.includes(controller) &&
        line.includes(`"namespace":"${namespace}"`) &&
        line.includes('"resource":"deployments"') &&
        line.includes('"code":403'),
    );
}
