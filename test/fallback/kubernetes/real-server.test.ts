import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { type ConnectOptions, connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import { discover } from "../../../runtime-fallback/kubernetes/discovery/discovery.ts";
import { get } from "../../../runtime-fallback/kubernetes/get.ts";
import { isServed } from "../../../runtime-fallback/kubernetes/discovery/served-now.ts";
import { acceptOf, list, listProjected } from "../../../runtime-fallback/kubernetes/list.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { collect } from "../collect.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { readKubeconfig, writeKubeconfig } from "../kubeconfig-file.ts";

const configMaps = { group: "", version: "v1", resource: "configmaps" };
const widgets = { group: "api.holdfast.dev", version: "v1", resource: "widgets" };
const namespaces = { group: "", version: "v1", resource: "namespaces" };

describeWithServer("an API server, as we ask it", {}, (server) => {
  beforeAll(async () => {
    const names = Array.from({ length: 1203 }, (_, index) => `c-${index}`);
    for (let start = 0; start < names.length; start += 100)
      await Promise.all(
        names.slice(start, start + 100).map((name) => create(server(), "/api/v1/namespaces/default/configmaps", name)),
      );
    await applyCustomResourceDefinition(server(), {
      group: widgets.group,
      kind: "Widget",
      plural: "widgets",
      scope: "Namespaced",
      versions: [{ name: "v1" }],
    });
  });

  test("gives lists in pages of one version, whole or metadata only", async () => {
    const api = await connectTo({ kubeconfig: server().kubeconfig });
    const query = { resource: configMaps, namespace: "default", labelSelector: "test=api" };
    const whole = await listProjected(api, query, {
      project: ({ kind, metadata, data }) => ({ kind, name: metadata.name, data }),
    });
    expect(new Set(whole.items.map(({ name }) => name)).size).toBe(1203);
    expect(whole.items[0]).toMatchObject({ kind: "ConfigMap", data: { key: "value" } });
    const partial = await list(api, { ...query, metadataOnly: true });
    expect(partial.items).toHaveLength(1203);
    expect(Object.keys(partial.items[0] ?? {}).toSorted()).toEqual(["apiVersion", "kind", "metadata"]);
    const one = await listProjected(
      api,
      { ...query, fieldSelector: "metadata.name=c-7" },
      { project: ({ metadata }) => metadata.name },
    );
    expect(one.items).toEqual(["c-7"]);
  });

  test("gives what does not fit into one page in smaller ones, of the same version", async () => {
    const api = await connectTo({ kubeconfig: server().kubeconfig });
    const path = "/api/v1/namespaces/kube-public/configmaps";
    const data = { bulk: "x".repeat(1_000_000) };
    const names = Array.from({ length: 20 }, (_, index) => `bulk-${String(index).padStart(2, "0")}`);
    for (const name of names) {
      const body = { metadata: { name, labels: { test: "bulk" } }, data };
      expect(await server().request({ method: "POST", path, body })).toMatchObject({ status: 201 });
    }
    const query = { resource: configMaps, labelSelector: "test=bulk" };
    expect((await listProjected(api, query, { project: ({ metadata }) => metadata.name })).items).toEqual(names);
  });

  test("gives an object, or says that there is none, or that it knows no such resource", async () => {
    const api = await connectTo({ kubeconfig: server().kubeconfig });
    const find = (resource: typeof widgets, name: string, namespace?: string) =>
      get(api, resource, { name, ...(namespace !== undefined && { namespace }) });
    expect((await find(configMaps, "c-7", "default"))?.metadata.name).toBe("c-7");
    expect((await find(namespaces, "default"))?.metadata.name).toBe("default");
    expect(await find(configMaps, "none", "default")).toBeUndefined();
    expect(await find(configMaps, "none", "no-namespace")).toBeUndefined();
    expect(await find(namespaces, "none")).toBeUndefined();
    expect(await find(widgets, "none", "default")).toBeUndefined();
    expect(await find(configMaps, "a?watch=1#\r\n", "default")).toBeUndefined();
    for (const resource of [
      { ...widgets, resource: "gadgets" },
      { ...widgets, version: "v2" },
      { ...widgets, group: "none.example.org" },
      { ...configMaps, resource: "gadgets" },
      { group: "apps", version: "v7", resource: "deployments" },
    ]) {
      await expect(find(resource, "none", "default")).rejects.toMatchObject({ name: "ApiRejected", answer: { status: 404 } });
      expect(await isServed(api, resource)).toBe(false);
    }
    expect(await isServed(api, widgets)).toBe(true);
    expect(await isServed(api, configMaps)).toBe(true);
  });

  test("takes an encoded slash for one: names with a slash are never asked for", async () => {
    const { status, body } = await server().request({ method: "GET", path: "/api/v1/namespaces/default%2Fconfigmaps%2Fc-7" });
    expect([status, body["kind"]]).toEqual([200, "ConfigMap"]);
    const api = await connectTo({ kubeconfig: server().kubeconfig });
    const key = { name: "default/configmaps/c-7" };
    await expect(get(api, namespaces, key)).rejects.toThrow("is no name of anything in Kubernetes");
  });

  test("says what it serves, and of what it cannot tell", async () => {
    const api = await connectTo({ kubeconfig: server().kubeconfig });
    const spec = {
      group: "gone.example.org",
      version: "v1",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      insecureSkipTLSVerify: true,
      service: { namespace: "default", name: "nothing" },
    };
    const service = {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: "v1.gone.example.org" },
      spec,
    };
    await server().request({ method: "POST", path: "/apis/apiregistration.k8s.io/v1/apiservices", body: service });
    await waitUntil("the group is known, and its server is not", async () => {
      const found = await discover(api).findKind({ group: "gone.example.org", kind: "Thing" });
      return found.state === "unknown";
    });
    const discovery = discover(api);
    expect(await discovery.findKind({ group: widgets.group, kind: "Widget" })).toMatchObject({
      state: "served",
      resource: { resource: "widgets", isNamespaced: true },
    });
    expect(await discovery.findKind({ group: "apps", kind: "Deployment" })).toMatchObject({
      resource: { resource: "deployments", subresources: ["scale", "status"] },
      versions: ["v1"],
    });
    expect(await discovery.findResource({ group: "", resource: "namespaces" })).toMatchObject({
      resource: { kind: "Namespace", isNamespaced: false },
    });
    expect(await discovery.findKind({ group: "apps", kind: "Widget" })).toEqual({ state: "not served" });
    await expect(isServed(api, { group: "gone.example.org", version: "v1", resource: "things" })).rejects.toMatchObject({
      answer: { status: 503 },
    });
  });

  test.each([false, true])("tells in a watch what happens, and ends it in time (metadata only: %s)", async (metadataOnly) => {
    const api = await connectTo({ kubeconfig: server().kubeconfig });
    const query = { resource: configMaps, namespace: "default", metadataOnly };
    const { resourceVersion } = await list(api, { ...query, labelSelector: "test=watch" });
    const name = `watched-${metadataOnly}`;
    await create(server(), "/api/v1/namespaces/default/configmaps", name);
    const path = `/api/v1/namespaces/default/configmaps?watch=true&resourceVersion=${resourceVersion}&timeoutSeconds=2`;
    const accept = acceptOf(query, "PartialObjectMetadata");
    const events = await collect(api.watch({ path, accept, signal: new AbortController().signal, idleMs: 30_000 }));
    expect(events).toMatchObject([{ type: "ADDED", object: { metadata: { name } } }]);
    expect("data" in (events[0]?.object ?? {})).toBe(!metadataOnly);
  });

  test("knows a pod by its token, also after that was renewed", async () => {
    const directory = temporaryDirectory();
    const { clusters } = readKubeconfig(server().kubeconfig);
    writeFileSync(join(directory, "ca.crt"), Buffer.from(String(clusters[0]?.cluster["certificate-authority-data"]), "base64"));
    writeFileSync(join(directory, "token"), "expired");
    const { hostname, port } = new URL(server().url);
    const environment = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    const api = await connectTo({ inCluster: true, serviceAccount: directory, environment });
    expect((await api.request(whoAmI)).status).toBe(401);
    writeFileSync(join(directory, "token"), `${await tokenOf(server())}\n`);
    expect(userOf(await api.request(whoAmI))).toBe("system:serviceaccount:default:tester");
  });

  test("knows us by whatever a kubeconfig says", async () => {
    const directory = temporaryDirectory();
    const { clusters, users } = readKubeconfig(server().kubeconfig);
    const cluster = clusters[0]?.cluster ?? {};
    const token = await tokenOf(server());
    writeFileSync(join(directory, "token"), token);
    const program = join(directory, "credentials.mjs");
    const credential = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: { token } };
    writeFileSync(program, `process.stdout.write(${JSON.stringify(JSON.stringify(credential))});`);
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: process.execPath, args: [program] };
    const admin = users[0]?.user ?? {};
    const account = "system:serviceaccount:default:tester";
    const identities: readonly (readonly [object, string])[] = [
      [admin, "admin"],
      [{ token }, account],
      [{ tokenFile: "token" }, account],
      [{ exec }, account],
      [{ ...admin, as: "alice" }, "alice"],
    ];
    for (const [user, name] of identities) {
      const api = await connectTo({ kubeconfig: writeKubeconfig(directory, { cluster, user: { ...user } }) });
      expect(userOf(await api.request(whoAmI))).toBe(name);
    }
  });

  test("is not believed without its certificate", async () => {
    const user = { token: "secret-token" };
    const kubeconfig = writeKubeconfig(temporaryDirectory(), { cluster: { server: server().url }, user });
    const api = await connectTo({ kubeconfig });
    const failed = api.request(whoAmI).catch((error: unknown) => error);
    expect(await failed).toMatchObject({ name: "ApiUnreachable", message: expect.stringMatching(/certificate/) });
    expect(JSON.stringify(await failed)).not.toContain("secret-token");
  });
});

const whoAmI = {
  method: "POST",
  path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
} as const;

async function connectTo(options: ConnectOptions) {
  const api = await connect(options);
  onTestFinished(() => api.close());
  return api;
}

function userOf({ body }: { readonly body: Readonly<Record<string, unknown>> }): unknown {
  return (body["status"] as { userInfo: { username: unknown } }).userInfo.username;
}

async function create({ request }: ControlPlane, path: string, name: string): Promise<void> {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { test: "api" } }, data: { key: "value" } };
  await created({ request }, path, body);
}

async function tokenOf({ request }: ControlPlane): Promise<string> {
  const path = "/api/v1/namespaces/default/serviceaccounts";
  await request({ method: "POST", path, body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "tester" } } });
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const answer = await request({ method: "POST", path: `${path}/tester/token`, body });
  return (answer.body["status"] as { token: string }).token;
}
