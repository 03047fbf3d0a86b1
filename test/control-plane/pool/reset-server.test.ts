import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { enforce } from "../../ack/policies-in-force.ts";
import { yamlOf } from "../../fixtures/compile-files.ts";
import { workloadSpec } from "../../fixtures/objects.ts";
import { findBinaries } from "../availability.ts";
import { type ConnectedControlPlane, connectControlPlane, type ControlPlaneAddress } from "../control-plane.ts";
import { applyCustomResourceDefinition } from "../crds.ts";
import { describeWithOwnServer } from "../server-suite.ts";
import { toolsFor } from "../tools.ts";
import { waitUntil } from "../wait-until.ts";
import { openEtcdKeys } from "./etcd-keys.ts";
import { type PooledControlPlane, startPooledControlPlane } from "./pooled-control-plane.ts";
import { createRole } from "../roles.ts";
import { admission, rbac } from "../collections.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

const things = {
  group: "pool.example.com",
  kind: "Thing",
  plural: "things",
  scope: "Namespaced",
  versions: [{ name: "v1" }],
} as const;

/** Denies deleting marked objects, and Namespaces that hold one: its guard looks parameters up. */
const policyOver = (resource: string, group: string, more = ""): string =>
  yamlOf(`
import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "keep-${resource}",
  match: [{ group: "${group}", resource: "${resource}" }],
  ${more}
  overrides: { none: "the rule alone is asked" },
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "kept" } },
});
`);

const policies = [policyOver("configmaps", ""), policyOver("deployments", "apps")].join("\n---\n");

const deployment = { metadata: { name: "main", labels: { keep: "yes" } }, spec: workloadSpec() };

const webhook = (kind: string): object => ({
  kind,
  metadata: { name: "nobody" },
  webhooks: [
    {
      name: "nobody.example.com",
      clientConfig: { url: "https://127.0.0.1:9/" },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }],
      failurePolicy: "Fail",
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    },
  ],
});

// What stands around it says whether there is a control plane at all; the servers of this suite are pooled ones.
describeWithOwnServer("a control plane that serves one suite after the other", {}, () => {
  let pooled: PooledControlPlane | undefined;
  let server: ConnectedControlPlane | undefined;
  let before: readonly string[] = [];

  const keys = async (): Promise<readonly string[]> => [...(await openEtcdKeys(current().etcdUrl).revisions()).keys()].toSorted();
  const current = (): ConnectedControlPlane => {
    if (server === undefined) throw new Error("no suite is under way");
    return server;
  };
  const nextSuite = async (wish = { controllerManager: false }): Promise<void> => {
    await server?.close();
    await pooled?.reset();
    server = connectControlPlane((await pooled?.prepare(wish)) as ControlPlaneAddress);
  };
  const create = async (path: string, body: object): Promise<void> => {
    const { status, text } = await current().request({ method: "POST", path, body });
    expect([status, text]).toEqual([201, expect.anything()]);
  };
  const statusOf = async (method: "GET" | "DELETE", path: string): Promise<number> =>
    (await current().request({ method, path })).status;

  const isDenied = async (namespace: string, held: string): Promise<boolean> => {
    const path = `/api/v1/namespaces/${namespace}?dryRun=All`;
    const { body } = await current().request({ method: "DELETE", path });
    return String(body["message"]).includes(`Namespace ${namespace} holds ${held}`);
  };

  beforeAll(async () => {
    pooled = await startPooledControlPlane();
    server = connectControlPlane(await pooled.prepare({ controllerManager: false }));
    before = await keys();
  });

  afterAll(async () => {
    await server?.close();
    await pooled?.stop();
  });

  describe("of the suite before", () => {
    beforeAll(async () => {
      await applyCustomResourceDefinition(current(), things);
      await create("/api/v1/namespaces", { metadata: { name: "left" } });
      const kept = { metadata: { name: "kept", labels: { keep: "yes" }, finalizers: ["example.com/forever"] } };
      await create(configMaps, kept);
      await create("/apis/pool.example.com/v1/namespaces/left/things", {
        apiVersion: "pool.example.com/v1",
        kind: "Thing",
        ...kept,
      });
      await current().request({ method: "DELETE", path: "/api/v1/namespaces/left" });
      const rules = [{ verbs: ["get"], apiGroups: [""], resources: ["configmaps"] }];
      await createRole(current(), { name: "reader", rules, subjects: [{ kind: "User", name: "alice" }] });
      const labels = { metadata: { labels: { "example.com/left": "yes" } } };
      const patch = { method: "PATCH", contentType: "application/merge-patch+json", body: labels } as const;
      await current().request({ ...patch, path: "/api/v1/namespaces/kube-system" });
      await current().request({ method: "DELETE", path: `${rbac}/clusterroles/view` });
      await enforce(current(), policies);
      for (const kind of ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"])
        await create(`${admission}/${kind.toLowerCase()}s`, { apiVersion: "admissionregistration.k8s.io/v1", ...webhook(kind) });
      await waitUntil("the webhooks are asked", async () => (await statusOf("DELETE", `${configMaps}/kept?dryRun=All`)) === 500);
      await nextSuite();
    });

    test("nothing is stored, whatever kept it from being deleted, and what it changed or deleted is as it was", async () => {
      expect(await keys()).toEqual(before);
      const { body } = await current().request({ method: "GET", path: "/api/v1/namespaces/kube-system" });
      expect(body["metadata"]).not.toHaveProperty(["labels", "example.com/left"]);
      expect(await statusOf("GET", `${rbac}/clusterroles/view`)).toBe(200);
    });

    test("no policy and no webhook is asked any more", async () => {
      await create(configMaps, { metadata: { name: "kept", labels: { keep: "yes" } } });
      expect(await statusOf("DELETE", `${configMaps}/kept`)).toBe(200);
    });

    test("no kind is served and no right is granted any more", async () => {
      expect(await statusOf("GET", "/apis/pool.example.com/v1")).toBe(404);
      expect(await current().request({ method: "GET", path: configMaps, as: "alice" })).toMatchObject({ status: 403 });
    });

    test("no line of the audit log is left", () => {
      expect(readFileSync(current().auditLog, "utf8")).not.toContain("pool.example.com");
    });

    test("the kind can be defined anew, and kubectl knows it", async () => {
      await applyCustomResourceDefinition(current(), { ...things, scope: "Cluster" });
      const input = JSON.stringify({ apiVersion: "pool.example.com/v1", kind: "Thing", metadata: { name: "one" } });
      expect(await current().kubectl(["apply", "-f", "-"], { input })).toMatchObject({ code: 0 });
    });
  });

  // kubernetes#130887: the second suite's guard would see no Deployment (test/guard/limits/parameters-server.test.ts).
  test("parameters of a built-in kind are looked up for every suite, not for the first alone", async () => {
    for (const namespace of ["first", "second", "third"]) {
      await nextSuite();
      await enforce(current(), policies);
      await create("/api/v1/namespaces", { metadata: { name: namespace } });
      await create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment);
      await waitUntil("the guard denies", () => isDenied(namespace, "Deployment main"), 10_000);
    }
  });

  // Half a minute long the API server would not know a kind that was defined after the last one was looked up.
  test("parameters of a custom kind are looked up at once, whatever the suite before looked up", async () => {
    for (const kind of ["Apple", "Pear"]) {
      await nextSuite();
      const plural = `${kind.toLowerCase()}s`;
      const parameter = { group: things.group, version: "v1", resource: plural, kind };
      await applyCustomResourceDefinition(current(), { ...things, kind, plural });
      await enforce(
        current(),
        policyOver(plural, things.group, `guards: { namespaces: { kinds: [${JSON.stringify(parameter)}] } },`),
      );
      await create("/api/v1/namespaces", { metadata: { name: "bowl" } });
      const fruit = { apiVersion: "pool.example.com/v1", kind, metadata: { name: "main", labels: { keep: "yes" } } };
      await create(`/apis/pool.example.com/v1/namespaces/bowl/${plural}`, fruit);
      await waitUntil("the guard denies", () => isDenied("bowl", `${kind} main`), 10_000);
    }
  });

  test("controllers work for the suite that asks for them, and for no other", async () => {
    await nextSuite({ controllerManager: true });
    const account = "/api/v1/namespaces/default/serviceaccounts/default";
    expect(await statusOf("GET", account)).toBe(200);
    await nextSuite();
    expect(await statusOf("GET", account)).toBe(404);
    await create("/api/v1/namespaces", { metadata: { name: "stays" } });
    await statusOf("DELETE", "/api/v1/namespaces/stays");
    expect(await statusOf("GET", "/api/v1/namespaces/stays")).toBe(200);
    expect(await statusOf("GET", account)).toBe(404);
  });

  test("controllers that were not there when it was started are looked for when a suite asks for them", async () => {
    const { directory } = findBinaries(toolsFor({})) as { readonly directory: string };
    const assets = mkdtempSync(join(tmpdir(), "holdfast-assets-"));
    for (const tool of toolsFor({})) symlinkSync(join(directory, tool), join(assets, tool));
    vi.stubEnv("KUBEBUILDER_ASSETS", assets);
    vi.stubEnv("TEST_KUBERNETES", undefined);
    const started = await startPooledControlPlane();
    try {
      const why = `KUBEBUILDER_ASSETS (${assets}) has no kube-controller-manager`;
      await expect(started.prepare({ controllerManager: true })).rejects.toThrow(why);
    } finally {
      await started.stop();
      vi.unstubAllEnvs();
      rmSync(assets, { recursive: true });
    }
  });
});
