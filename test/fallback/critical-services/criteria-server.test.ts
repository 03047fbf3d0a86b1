import { describe, expect, test } from "vitest";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { commandIn } from "../../presets/command-in.ts";
import {
  byName,
  deniedIn,
  deploymentPath,
  done,
  hold,
  operators,
  protectedCluster,
  providerOf,
  denied,
  servicesPath,
  users,
} from "./protected-cluster.ts";
import { authorsOf } from "./service-authors.ts";

const byFinalizer = { type: "Finalizer", finalizer: { group: "", resource: "configmaps", finalizerName: hold } };

describeWithServer("critical services", { controllerManager: true }, (server) => {
  const cluster = protectedCluster(server);
  const { remove, patch, read, protect, deployment, service, ready, configMap } = cluster;
  /** Condition by type: status, reason and message. */
  const said = async (name: string): Promise<Readonly<Record<string, readonly string[]>>> => {
    const { conditions = [] } = ((await read(`${servicesPath}/${name}`))["status"] ?? {}) as {
      conditions?: readonly Readonly<Record<"type" | "status" | "reason" | "message", string>>[];
    };
    return Object.fromEntries(conditions.map(({ type, status, reason, message }) => [type, [status, reason, message]]));
  };
  /** A provider of that name, and a service for it that says why it is not ready. */
  const unready = async (name: string, criteria: readonly object[]) => {
    await created(server(), "/api/v1/namespaces", { metadata: { name } });
    await deployment(name, name);
    await service(name, { provider: providerOf(name, name), criteria });
    await waitUntil(
      `CriticalService ${name} says why it is not ready`,
      async () => (await said(name))["Ready"]?.[1]?.startsWith("Criterion") === true,
    );
  };
  const release = async (path: string) => expect(await patch(path, { finalizers: null })).toEqual(done);

  describe("criteria", () => {
    test("Finalizer: the provider and its Namespace stay while any object carries it, and dry runs say the same", async () => {
      await configMap("carrier", [hold]);
      await protect("by-finalizer", [byFinalizer]);
      const reason = denied(
        'admission webhook "provider.critical-services.holdfast.dev" denied the request: deployments.apps by-finalizer/by-finalizer is still needed by ',
        "CriticalService by-finalizer (provider deployments.apps by-finalizer/by-finalizer): ",
        `configmaps users/carrier still carries the finalizer ${hold}. Delete these first, or wait until they are gone, and try again`,
      );
      expect(await remove(deploymentPath("by-finalizer"))).toEqual(reason);
      expect(await remove(`${deploymentPath("by-finalizer")}?dryRun=All`)).toEqual(reason);
      const space = denied("namespaces by-finalizer is still needed by CriticalService");
      expect(await remove("/api/v1/namespaces/by-finalizer")).toEqual(space);
      await release(users("carrier"));
      expect(await remove(`${deploymentPath("by-finalizer")}?dryRun=All`)).toEqual(done);
      expect(await remove(deploymentPath("by-finalizer"))).toEqual(done);
    });

    test("SpecificResource, written as kind: the provider stays while the object exists", async () => {
      await configMap("specific");
      await protect("by-name", [byName("users", "specific", "ConfigMap")]);
      expect(await remove(deploymentPath("by-name"))).toEqual(denied("configmaps users/specific still exists"));
      await remove(users("specific"));
      expect(await remove(deploymentPath("by-name"))).toEqual(done);
    });

    test("none: the provider goes; the service itself only after it, and its mark with it", async () => {
      await protect("by-nothing", []);
      expect(await remove(`${servicesPath}/by-nothing`)).toEqual(
        denied("CriticalService by-nothing stays as long as its provider deployments.apps by-nothing/by-nothing exists"),
      );
      const mark = async () => (await read("/api/v1/namespaces/by-nothing"))["metadata"];
      expect(await mark()).toMatchObject({ labels: { "holdfast.dev/critical": "true" } });
      expect(await remove(deploymentPath("by-nothing"))).toEqual(done);
      expect(await remove(`${servicesPath}/by-nothing`)).toEqual(done);
      await waitUntil("the mark is gone", async () => !JSON.stringify(await mark()).includes("holdfast.dev"));
    });

    test("after the command of its denial the service can be deleted before its provider, and then the provider", async () => {
      await configMap("command");
      await protect("command", [byName("users", "command")]);
      const [status, message] = await remove(`${servicesPath}/command`);
      expect(status).toBe(403);
      expect(await server().kubectl(commandIn(message))).toMatchObject({ code: 0 });
      expect(await remove(`${servicesPath}/command`)).toEqual(done);
      await waitUntil("nothing protects it", async () => (await remove(`${deploymentPath("command")}?dryRun=All`))[0] === 200);
      expect(await remove("/api/v1/namespaces/command")).toEqual(done);
    });

    test("of two services on one provider, all have to be met", async () => {
      await configMap("first");
      await configMap("second");
      await protect("twice", [byName("users", "first")]);
      await service("twice-more", { provider: providerOf("twice", "twice"), criteria: [byName("users", "second")] });
      await ready("twice-more");
      const [, both] = await remove(deploymentPath("twice"));
      expect(both).toContain("users/first still exists");
      expect(both).toContain("users/second still exists");
      await remove(users("first"));
      expect(await remove(deploymentPath("twice"))).toEqual(denied("by CriticalService twice-more"));
      await remove(users("second"));
      expect(await remove(deploymentPath("twice"))).toEqual(done);
    });

    test("about a kind that is made meanwhile is open at once; whose definition is deleted is met, where the author says so", async () => {
      const widgets = { group: "late.example.com", kind: "Widget", plural: "widgets", scope: "Namespaced" } as const;
      await protect("by-kind", [
        { type: "Finalizer", ifNotServed: "Met", finalizer: { ...widgets, resource: "widgets", finalizerName: hold } },
      ]);
      expect(await remove(`${deploymentPath("by-kind")}?dryRun=All`)).toEqual(done);
      await applyCustomResourceDefinition(server(), { ...widgets, versions: [{ name: "v1" }] });
      const path = "/apis/late.example.com/v1/namespaces/users/widgets";
      const metadata = { name: "w", finalizers: [hold] };
      await created(server(), path, { apiVersion: "late.example.com/v1", kind: "Widget", metadata });
      expect(await remove(deploymentPath("by-kind"))).toEqual(denied("widgets.late.example.com users/w still carries"));
      await remove("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.late.example.com");
      expect((await remove(deploymentPath("by-kind")))[0]).toBe(403);
      await release(`${path}/w`);
      await waitUntil("nothing denies any more", async () => (await remove(deploymentPath("by-kind")))[0] === 200);
    });

    test("about a kind that the cluster does not serve is not met: a misspelt name keeps the provider, and the service says so", async () => {
      await unready("misspelt", [byName("users", "specific", "configmapz")]);
      const why =
        "the cluster serves no configmapz, which one of its criteria names: correct it, or write ifNotServed: Met into that criterion";
      expect(await remove(deploymentPath("misspelt"))).toEqual(denied(why));
      expect(await said("misspelt")).toMatchObject({
        Ready: ["False", "CriterionNotResolvable", `the provider and its Namespace cannot be deleted: ${why}`],
        CriteriaResolvable: ["False", "OneIsNot", `SpecificResource configmapz users/specific: ${why}`],
        CriteriaReadable: ["Unknown", "NotKnown", expect.any(String)],
        CriteriaMet: ["False", "OneIsNot", expect.any(String)],
      });
      // Corrected, it is as any other.
      const spec = { criteria: [byName("users", "never-was")] };
      await server().request(mergePatch(`${servicesPath}/misspelt`, { spec }));
      await waitUntil("its criteria are met", async () => (await said("misspelt"))["CriteriaMet"]?.[0] === "True");
      expect(await said("misspelt")).toMatchObject({ Ready: ["True", "Marked", expect.any(String)] });
      expect(await remove(deploymentPath("misspelt"))).toEqual(done);
    });

    test("that may not be read keeps the provider; the service is not ready, and says what to do", async () => {
      await unready("unread", [byName("users", "main", "secrets"), byName("users", "never-was")]);
      const why =
        "the criterion about secrets cannot be looked at: name them in criticalServices.criteria of the fallback, and apply what that compiles to";
      expect(await remove(deploymentPath("unread"))).toEqual(denied(why));
      expect(await said("unread")).toMatchObject({
        Ready: ["False", "CriterionNotReadable", `the provider and its Namespace cannot be deleted: ${why}`],
        CriteriaResolvable: ["True", "AllOfThem", expect.any(String)],
        CriteriaReadable: ["False", "OneIsNot", expect.any(String)],
        CriteriaMet: ["Unknown", "NotKnown", expect.any(String)],
      });
      const { status } = await read(`${servicesPath}/unread`);
      expect(status).toMatchObject({
        criteria: [
          { criterion: "SpecificResource secrets users/main", resolvable: "True", readable: "False", met: "Unknown" },
          { criterion: "SpecificResource configmaps users/never-was", resolvable: "True", readable: "True", met: "True" },
        ],
      });
    });

    test("of a group whose own API server is down keeps the provider, and the denial says what is not known, and why", async () => {
      const services = "/apis/apiregistration.k8s.io/v1/apiservices";
      const spec = { group: "down.example.com", version: "v1", groupPriorityMinimum: 10, versionPriority: 10 };
      const backend = { namespace: "users", name: "none", port: 443 };
      await created(server(), services, {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.down.example.com" },
        spec: { ...spec, service: backend, insecureSkipTLSVerify: true },
      });
      const thing = { group: "down.example.com", resource: "things", namespace: "users", name: "x" };
      await protect("unanswered", [{ type: "SpecificResource", specificResource: thing }]);
      const criterion = "SpecificResource things.down.example.com users/x";
      for (const path of [deploymentPath("unanswered"), "/api/v1/namespaces/unanswered"]) {
        const [status, message] = await remove(path);
        expect([status, message]).toEqual(denied(`whether its criterion ${criterion} is met is not known now: `));
        expect(message).toMatch(/(\/apis\/down\.example\.com\/v1 is answered 503|has the APIService v1\.down\.example\.com)/);
      }
      await remove(`${services}/v1.down.example.com`);
      await server().request(mergePatch(`${servicesPath}/unanswered`, { spec: { criteria: [] } }));
      expect(await remove(deploymentPath("unanswered"))).toEqual(done);
    });

    test("that cannot be met says so: a namespace is missing", async () => {
      await unready("misplaced", [{ type: "SpecificResource", specificResource: { resource: "configmaps", name: "x" } }]);
      const why = "names no namespace, without which it cannot be met: correct it";
      expect(await remove(deploymentPath("misplaced"))).toEqual(denied(why));
      expect(await said("misplaced")).toMatchObject({ Ready: ["False", "CriterionNotResolvable", expect.stringContaining(why)] });
    });
  });

  describe("authors", () => {
    const author = authorsOf(server);
    const creates = async (user: string, name: string, provider: object): Promise<readonly unknown[]> => {
      const body = {
        apiVersion: "protection.holdfast.dev/v1alpha1",
        kind: "CriticalService",
        metadata: { name },
        spec: { provider, criteria: [] },
      };
      const answer = await server().request({ method: "POST", path: servicesPath, body, as: user });
      return [answer.status, String(answer.body["message"] ?? "")];
    };
    const needs = (what: string) => [
      403 as unknown,
      expect.stringContaining(
        `mayNotProvide: a CriticalService keeps others from deleting its provider: only who may delete ${what} may create it`,
      ),
    ];
    const main = providerOf("authored", "main");

    test("who may create services, and not delete the provider, keeps nobody from that", async () => {
      await created(server(), "/api/v1/namespaces", { metadata: { name: "authored" } });
      await author("stranger", "apps", ["deployments"], ["other"]);
      expect(await creates("stranger", "locked", main)).toEqual(needs("deployments authored/main"));
      expect(await creates("stranger", "locked", providerOf("users", "other"))).toEqual(needs("deployments users/other"));
      expect(await creates("stranger", "authored-other", providerOf("authored", "other"))).toEqual([201, ""]);
    });

    test("who may, may, for each kind of provider", async () => {
      await author("deployer", "apps", ["deployments"]);
      await author("operator", operators.group, [operators.resource]);
      const other = { ...operators, namespace: "authored", name: "main" };
      expect(await creates("deployer", "by-deployer", main)).toEqual([201, ""]);
      expect(await creates("deployer", "by-operator", other)).toEqual(needs("operators authored/main"));
      expect(await creates("operator", "by-operator", other)).toEqual([201, ""]);
    });

    test("a kind that is no provider yet takes the right to delete everything, and nobody changes the provider later", async () => {
      await author("owner", "", ["secrets"]);
      const secret = { resource: "secrets", namespace: "authored", name: "main" };
      expect(await creates("owner", "early", secret)).toEqual(needs("secrets authored/main"));
      await created(server(), servicesPath, {
        apiVersion: "protection.holdfast.dev/v1alpha1",
        kind: "CriticalService",
        metadata: { name: "early" },
        spec: { provider: secret, criteria: [] },
      });
      const { status, body } = await server().request(
        mergePatch(`${servicesPath}/authored-other`, { spec: { provider: main } }, { as: "deployer" }),
      );
      expect([status, body["message"]]).toEqual([422, expect.stringContaining("the provider cannot be changed")]);
      for (const name of ["authored-other", "by-deployer", "by-operator", "early"]) await remove(`${servicesPath}/${name}`);
    });
  });

  describe("ways to delete", () => {
    test("a provider of another kind, in another version, and in a collection", async () => {
      await configMap("operated");
      await created(server(), "/api/v1/namespaces", { metadata: { name: "operated" } });
      const path = "/apis/platform.example.com/v1/namespaces/operated/operators";
      await created(server(), path, { apiVersion: "platform.example.com/v1", kind: "Operator", metadata: { name: "main" } });
      const provider = { ...operators, namespace: "operated", name: "main" };
      await service("operated", { provider, criteria: [byName("users", "operated")] });
      await ready("operated");
      const why = denied("operators.platform.example.com operated/main is still needed");
      expect(await remove(`${path}/main`)).toEqual(why);
      expect(await remove(`${path.replace("v1", "v1beta1")}/main`)).toEqual(why);
      expect(await remove(path)).toEqual(why);
      await remove(users("operated"));
      expect(await remove(path)).toEqual(done);
    });

    test("the definition of CriticalServices, with which all of them would go, and no other definition", async () => {
      const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      const why = denied("criticalservices.protection.holdfast.dev defines CriticalService");
      expect(await remove(`${path}/criticalservices.protection.holdfast.dev?dryRun=All`)).toEqual(why);
      const collection = `${path}?dryRun=All&fieldSelector=metadata.name%3Dcriticalservices.protection.holdfast.dev`;
      expect(await remove(collection)).toEqual(why);
      expect((await remove(`${path}/operators.platform.example.com?dryRun=All`))[0]).toBe(200);
    });

    test("the garbage collector is denied, and comes again", async () => {
      await configMap("keeps-owned");
      await created(server(), "/api/v1/namespaces", { metadata: { name: "owned" } });
      await created(server(), "/api/v1/namespaces/owned/configmaps", { metadata: { name: "owner" } });
      const { uid } = (await read("/api/v1/namespaces/owned/configmaps/owner"))["metadata"] as { uid: string };
      const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
      await deployment("owned", "owned", { ownerReferences });
      await service("owned", {
        provider: providerOf("owned", "owned"),
        criteria: [byName("users", "keeps-owned")],
      });
      await ready("owned");
      await remove("/api/v1/namespaces/owned/configmaps/owner");
      await waitUntil("the garbage collector is denied", () =>
        Promise.resolve(deniedIn(server().auditLog, "generic-garbage-collector", "owned")),
      );
      expect((await read(deploymentPath("owned")))["kind"]).toBe("Deployment");
      await remove(users("keeps-owned"));
      await waitUntil("it is collected", async () => (await read(deploymentPath("owned")))["kind"] === "Status");
    });

    test("a Namespace that is terminating, because it was deleted before it was marked, keeps its provider until nothing needs it", async () => {
      const { controller } = cluster.installation();
      await controller.process().end("SIGTERM");
      await configMap("keeps-emptied");
      await created(server(), "/api/v1/namespaces", { metadata: { name: "emptied" } });
      await deployment("emptied", "emptied", { labels: { "holdfast.dev/critical": "true" } });
      await service("emptied", { provider: providerOf("emptied", "emptied"), criteria: [byName("users", "keeps-emptied")] });
      expect((await remove("/api/v1/namespaces/emptied"))[0]).toBe(200);
      await waitUntil("the namespace controller is denied", () =>
        Promise.resolve(deniedIn(server().auditLog, "namespace-controller", "emptied")),
      );
      expect((await read(deploymentPath("emptied")))["kind"]).toBe("Deployment");
      await controller.start();
      await waitUntil("the service says that it came too late", async () =>
        JSON.stringify(await read(`${servicesPath}/emptied`)).includes('"reason":"ProviderTerminating"'),
      );
      expect((await read(deploymentPath("emptied")))["kind"]).toBe("Deployment");
      await remove(users("keeps-emptied"));
      await waitUntil("the Namespace is gone", async () => (await read("/api/v1/namespaces/emptied"))["kind"] === "Status");
      expect(await remove(`${servicesPath}/emptied`)).toEqual(done);
    });

    test("what is terminating already was admitted once: its second delete is, too", async () => {
      await protect("ending", [byName("users", "reopened")], { finalizers: [hold] });
      expect((await remove(deploymentPath("ending")))[0]).toBe(200);
      await configMap("reopened");
      expect((await remove(deploymentPath("ending")))[0]).toBe(200);
      expect(await remove("/api/v1/namespaces/ending")).toEqual(denied("users/reopened still exists"));
      await release(deploymentPath("ending"));
    });
  });

  test("neither process was denied anything by the API server, or met what it did not expect", () => {
    expect(cluster.warnings()).toEqual([]);
  });
});
