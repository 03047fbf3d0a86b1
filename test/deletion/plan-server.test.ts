import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { created, isGone, mergePatch } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { keepSettings } from "./keep-settings.ts";

/** Who deletes their Namespace is not stopped. */
const unguarded = yamlOf(`import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "keep-alone",
  match: [{ group: "", resource: "secrets" }, { group: "", resource: "pods" }],
  guards: { namespaces: { off: "a test looks at what goes with one" } },
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" },
  },
});`);

describeWithServer("holdfast plan delete", { controllerManager: true }, (server) => {
  const configMaps = "/api/v1/namespaces/shop/configmaps";
  const plan = (...words: readonly string[]) =>
    holdfastHere(".", ["plan", "delete", ...words, "--kubeconfig", server().kubeconfig]);

  beforeAll(async () => {
    await enforce(server(), `${keepSettings}\n---\n${unguarded}`);
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    const { metadata } = await created(server(), configMaps, { metadata: { name: "owner" } });
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid };
    await created(server(), configMaps, { metadata: { name: "dependent", ownerReferences: [owner] } });
    await created(server(), configMaps, { metadata: { name: "kept", labels: { keep: "yes" }, ownerReferences: [owner] } });
  });

  test("what the policies of the cluster deny, in the words of the API server", async () => {
    const { code, out, error } = await plan("ns/shop");
    expect(error).toBe("");
    expect(code).toBe(1);
    const { status, body } = await server().request({ method: "DELETE", path: "/api/v1/namespaces/shop" });
    expect(status).toBe(403);
    const [, said = ""] = out.split("keep-settings-guard-namespaces-with-configmaps: ");
    expect(String(body["message"])).toContain(said.split("\n")[0]);
    expect(out).toContain("ConfigMap shop/kept: stays, keep-settings denies it: keep: it is kept");
  });

  test("dependents go, but for the one that is kept; until then nothing is deleted", async () => {
    const { code, out } = await plan("cm/owner", "-n", "shop");
    expect(out).toMatch(/^Deletes 2 objects in 1 Namespace; 1 policy keeps some of it\n/);
    expect(out).toContain("ConfigMap shop/owner\n├─ ConfigMap shop/dependent\n└─ ConfigMap shop/kept: stays");
    expect(code).toBe(1);
    expect(await isGone(server(), `${configMaps}/dependent`)).toBe(false);
    await server().request({ method: "DELETE", path: `${configMaps}/owner` });
    await waitUntil("the dependent is gone", () => isGone(server(), `${configMaps}/dependent`));
    expect(await isGone(server(), `${configMaps}/kept`)).toBe(false);
  });

  test("a kubeconfig that is not there is said so", async () => {
    const { code, error } = await holdfastHere(".", ["plan", "delete", "cm/none", "-n", "shop", "--kubeconfig", "/none"]);
    expect(error).toContain("/none");
    expect(code).toBe(3);
  });

  test.each([
    ["one of whose Secrets is kept", "secrets", { labels: { keep: "yes" } }],
    ["one of whose Pods is kept", "pods", { labels: { keep: "yes" } }],
    ["one of whose Pods waits for somebody", "pods", { finalizers: ["example.com/wait"] }],
    ["one of whose ConfigMaps waits for somebody", "configmaps", { finalizers: ["example.com/wait"] }],
  ])("of a Namespace %s goes what the plan says", async (_, kind, special) => {
    const namespace = `with-${kind}-${Object.keys(special).join("")}`;
    const path = `/api/v1/namespaces/${namespace}`;
    await created(server(), "/api/v1/namespaces", { metadata: { name: namespace } });
    const containers = [{ name: "a", image: "a" }];
    await waitUntil("Pods may be created", async () => {
      const account = await server().request({ method: "GET", path: `${path}/serviceaccounts/default` });
      return account.status === 200;
    });
    for (const collection of ["configmaps", "secrets", "pods"])
      for (const name of ["a", "b", "c"])
        await created(server(), `${path}/${collection}`, {
          metadata: { name, ...(collection === kind && name === "b" && special) },
          ...(collection === "pods" && { spec: { containers } }),
        });
    const { out } = await plan(`ns/${namespace}`, "--format", "json");
    const { objects } = JSON.parse(out) as { objects: readonly { kind: string; name: string; state: string }[] };
    const gone = objects.filter(({ state }) => state === "gone").map(({ kind: of, name }) => `${of} ${name}`);
    await server().request({ method: "DELETE", path });
    const left = async (): Promise<readonly string[]> => {
      const found = await Promise.all(
        [
          ["ConfigMap", "configmaps"],
          ["Secret", "secrets"],
          ["Pod", "pods"],
        ].map(async ([of, collection]) => {
          const { body } = await server().request({ method: "GET", path: `${path}/${collection}` });
          return (body["items"] as readonly { metadata: { name: string } }[]).map(({ metadata }) => `${of} ${metadata.name}`);
        }),
      );
      return found.flat();
    };
    const all = ["ConfigMap", "Secret", "Pod"].flatMap((of) => ["a", "b", "c"].map((name) => `${of} ${name}`));
    const wanted = all.filter((one) => !gone.includes(one));
    await waitUntil("just that is left", async () => {
      const now = await left();
      return now.filter((one) => all.includes(one)).join() === wanted.join();
    });
    await sleep(3_000);
    expect((await left()).filter((one) => all.includes(one))).toEqual(wanted);
    expect(wanted).not.toEqual([]);
  });

  test("of a definition goes what the plan says: its instances, but for the one that waits for somebody", async () => {
    await applyCustomResourceDefinition(server(), {
      group: "plan.example.com",
      kind: "Part",
      plural: "parts",
      scope: "Cluster",
      versions: [{ name: "v1" }],
    });
    const parts = "/apis/plan.example.com/v1/parts";
    const part = { apiVersion: "plan.example.com/v1", kind: "Part" };
    for (const name of ["a", "b", "c"])
      await created(server(), parts, {
        ...part,
        metadata: { name, ...(name === "b" && { finalizers: ["example.com/wait"] }) },
      });
    const { out } = await plan("crd/parts.plan.example.com", "--format", "json");
    const { objects } = JSON.parse(out) as { objects: readonly { name: string; state: string }[] };
    expect(objects.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual([
      "a gone",
      "b later",
      "c gone",
      "parts.plan.example.com later",
    ]);
    const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/parts.plan.example.com";
    await server().request({ method: "DELETE", path: definition });
    for (const name of ["a", "c"]) await waitUntil(`${name} is gone`, () => isGone(server(), `${parts}/${name}`));
    expect([await isGone(server(), `${parts}/b`), await isGone(server(), definition)]).toEqual([false, false]);
    await server().request(mergePatch(`${parts}/b`, { metadata: { finalizers: null } }));
    await waitUntil("the definition is gone", () => isGone(server(), definition), 60_000);
  });

  test("Endpoints go with their Service, and tokens with their service account", async () => {
    const path = "/api/v1/namespaces/companions";
    await created(server(), "/api/v1/namespaces", { metadata: { name: "companions" } });
    await created(server(), `${path}/services`, {
      metadata: { name: "web" },
      spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
    });
    await created(server(), `${path}/serviceaccounts`, { metadata: { name: "robot" } });
    await created(server(), `${path}/secrets`, {
      type: "kubernetes.io/service-account-token",
      metadata: { name: "robot-token", annotations: { "kubernetes.io/service-account.name": "robot" } },
    });
    const companions = [`${path}/endpoints/web`, `${path}/secrets/robot-token`];
    await waitUntil("the controllers have made them", async () => {
      const [endpoints, token] = await Promise.all(companions.map((one) => server().request({ method: "GET", path: one })));
      return endpoints?.status === 200 && token?.text.includes("kubernetes.io/service-account.uid") === true;
    });
    const { out } = await plan("svc/web", "sa/robot", "-n", "companions");
    expect(out).toContain("Service companions/web\n");
    expect(out).toContain("└─ Secret companions/robot-token");
    expect(out).toContain("Endpoints companions/web");
    for (const one of ["services/web", "serviceaccounts/robot"])
      await server().request({ method: "DELETE", path: `${path}/${one}` });
    for (const one of companions) await waitUntil(`${one} is gone`, () => isGone(server(), one));
  });

  test("a claim waits for a Pod on a node, and for no other", async () => {
    const path = "/api/v1/namespaces/claims";
    await created(server(), "/api/v1/namespaces", { metadata: { name: "claims" } });
    await waitUntil("Pods may be created", async () => !(await isGone(server(), `${path}/serviceaccounts/default`)));
    for (const name of ["free", "used", "planned"])
      await created(server(), `${path}/persistentvolumeclaims`, {
        metadata: { name },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      });
    const pod = (name: string, fields: object): object => ({
      metadata: { name },
      spec: {
        containers: [{ name: "a", image: "a" }],
        volumes: [{ name: "data", persistentVolumeClaim: { claimName: name } }],
        ...fields,
      },
    });
    await created(server(), `${path}/pods`, pod("used", { nodeName: "somewhere" }));
    await created(server(), `${path}/pods`, pod("planned", {}));
    const names = ["free", "used", "planned"];
    const { out } = await plan(...names.map((name) => `pvc/${name}`), "-n", "claims", "--format", "json");
    const { objects } = JSON.parse(out) as { objects: readonly { name: string; state: string }[] };
    expect(objects.map(({ name, state }) => `${name} ${state}`)).toEqual(["free gone", "used waits", "planned gone"]);
    for (const name of names) await server().request({ method: "DELETE", path: `${path}/persistentvolumeclaims/${name}` });
    for (const name of ["free", "planned"])
      await waitUntil(`${name} is gone`, () => isGone(server(), `${path}/persistentvolumeclaims/${name}`));
    expect(await isGone(server(), `${path}/persistentvolumeclaims/used`)).toBe(false);
    await server().request({ method: "DELETE", path: `${path}/pods/used`, body: { gracePeriodSeconds: 0 } });
    await waitUntil("it is gone with its Pod", () => isGone(server(), `${path}/persistentvolumeclaims/used`));
  });

  test("a StatefulSet takes its claims where its retention policy says so", async () => {
    const path = "/api/v1/namespaces/sets";
    await created(server(), "/api/v1/namespaces", { metadata: { name: "sets" } });
    const labels = { app: "db" };
    const setOf = (name: string, whenDeleted: string): object => ({
      metadata: { name },
      spec: {
        serviceName: name,
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } },
        volumeClaimTemplates: [
          {
            metadata: { name: "data" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        ],
        persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled: "Retain" },
      },
    });
    const sets = "/apis/apps/v1/namespaces/sets/statefulsets";
    await created(server(), sets, setOf("goes", "Delete"));
    await created(server(), sets, setOf("stays", "Retain"));
    const claim = (name: string): string => `${path}/persistentvolumeclaims/data-${name}-0`;
    for (const name of ["goes", "stays"])
      await waitUntil("its Pod is there", async () => !(await isGone(server(), `${path}/pods/${name}-0`)));
    const owned = async (): Promise<boolean> => {
      const { body } = await server().request({ method: "GET", path: claim("goes") });
      return JSON.stringify(body).includes('"kind":"StatefulSet","name":"goes"');
    };
    await waitUntil("the controller has written the owner", owned);
    const { out } = await plan("sts/goes", "sts/stays", "-n", "sets");
    expect(out).toContain("PersistentVolumeClaim sets/data-goes-0");
    expect(out).not.toContain("data-stays-0");
    for (const name of ["goes", "stays"]) await server().request({ method: "DELETE", path: `${sets}/${name}` });
    await waitUntil("the claim is gone", () => isGone(server(), claim("goes")));
    await waitUntil("the Pod is gone", () => isGone(server(), `${path}/pods/stays-0`));
    expect(await isGone(server(), claim("stays"))).toBe(false);
  });
});
