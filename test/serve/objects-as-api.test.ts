import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clusterReader } from "../../compiler/serve/cluster-objects.ts";
import { objectApiServer } from "../../compiler/serve/object-api-server.ts";
import type { ApiServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { discover } from "../../runtime-fallback/kubernetes/discovery/discovery.ts";
import { findServed } from "../../runtime-fallback/kubernetes/discovery/served-now.ts";
import { get } from "../../runtime-fallback/kubernetes/get.ts";
import { isServed } from "../../runtime-fallback/kubernetes/discovery/served-now.ts";
import { type ListQuery, list } from "../../runtime-fallback/kubernetes/list.ts";
import { servedVersions } from "../../runtime-fallback/kubernetes/discovery/served-now.ts";
import { liveAnswers } from "../../runtime-fallback/webhook/queries/live-answers.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";

const pods = { group: "", version: "v1", resource: "pods" };
const namespaces = { group: "", version: "v1", resource: "namespaces" };
const gadgets = { group: "example.com", version: "v1", resource: "gadgets" };

/** However long it takes. */
const unhurried = new AbortController().signal;

const files = {
  "pods.yaml": `{ apiVersion: v1, kind: Pod, metadata: { name: a, namespace: shop, labels: { tier: gold, "example.com/x": "" } } }
---
{ apiVersion: v1, kind: Pod, metadata: { name: b, namespace: shop } }
---
{ apiVersion: v1, kind: Pod, metadata: { name: a } }
`,
  "below/list.json": JSON.stringify({
    apiVersion: "v1",
    kind: "NamespaceList",
    items: [{ metadata: { name: "marked", labels: { keep: "yes" } } }],
  }),
  "below/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [x.yaml]\n",
  ".hidden/x.yaml": "this is never read: [",
  "notes.md": "nor is this",
};

interface Over {
  readonly directory: string;
  readonly server: ApiServer;
}

function serverOver(own: Readonly<Record<string, string>>, asked: readonly (typeof pods)[] = []): Over {
  const directory = temporaryDirectory(own);
  const read = clusterReader({ paths: ["."], workingDirectory: directory, defined: [], asked, matched: [] });
  return { directory, server: objectApiServer(read) };
}

const namesOf = async (server: ApiServer, query: ListQuery): Promise<readonly string[]> =>
  (await list(server, query)).items.map(({ metadata: { namespace, name } }) => `${namespace ?? ""}/${name}`);

describe("an API server over manifests, asked by the webhook's own client", () => {
  test.each<readonly [string, Omit<ListQuery, "resource">, readonly string[]]>([
    ["everything", {}, ["shop/a", "shop/b", "default/a"]],
    ["a namespace", { namespace: "shop" }, ["shop/a", "shop/b"]],
    ["labels", { labelSelector: "tier=gold,example.com/x=" }, ["shop/a"]],
    ["another value", { labelSelector: "tier=silver" }, []],
    ["a name", { fieldSelector: "metadata.name=a", namespace: "default" }, ["default/a"]],
    ["a name with what selectors escape", { fieldSelector: "metadata.name=a\\,b\\=c" }, []],
  ])("lists by %s", async (_, query, names) => {
    expect(await namesOf(serverOver(files).server, { resource: pods, ...query })).toEqual(names);
  });

  test.each([{ labelSelector: "tier in (gold)" }, { labelSelector: "!tier" }, { fieldSelector: "spec.nodeName=x" }])(
    "%j is denied rather than read as everything",
    async (query) => {
      await expect(list(serverOver(files).server, { resource: pods, ...query })).rejects.toThrow("is not known here");
    },
  );

  test("gets one object, and says of one that is not there that it is not", async () => {
    const { server } = serverOver(files);
    expect(await get(server, pods, { namespace: "shop", name: "a" })).toMatchObject({ metadata: { labels: { tier: "gold" } } });
    expect(await get(server, pods, { namespace: "shop", name: "c" })).toBeUndefined();
    await expect(get(server, gadgets, { namespace: "shop", name: "c" })).rejects.toThrow("answered 404");
  });

  test("has every Namespace that something is in, and those of every cluster", async () => {
    const names = await namesOf(serverOver(files).server, { resource: namespaces });
    expect(names.toSorted()).toEqual(["/default", "/kube-node-lease", "/kube-public", "/kube-system", "/marked", "/shop"]);
  });

  test("serves what Kubernetes serves, and nothing else", async () => {
    const { server } = serverOver(files);
    expect(await findServed(server, { group: "apps", resource: "Deployment" })).toMatchObject({ resource: "deployments" });
    expect(await servedVersions(server, { group: "autoscaling", resource: "horizontalpodautoscalers" })).toEqual(["v2", "v1"]);
    expect(await isServed(server, gadgets)).toBe(false);
    expect(await discover(server).findKind({ group: "", kind: "Pod" })).toMatchObject({
      state: "served",
      resource: { resource: "pods", isNamespaced: true },
    });
    expect(await discover(server).findKind({ group: "example.com", kind: "Gadget" })).toEqual({ state: "not served" });
  });

  test("is written to by nobody, and watched by nobody", async () => {
    const { server } = serverOver(files);
    expect(await server.request({ method: "DELETE", path: "/api/v1/namespaces/shop/pods/a" })).toMatchObject({ status: 405 });
    const watched = async (): Promise<void> => {
      for await (const _ of server.watch({ path: "/api/v1/pods", signal: unhurried, idleMs: 1000 }));
    };
    await expect(watched()).rejects.toThrow("read, not watched");
  });

  test("reads the files at each query: a change, a new file, one that no longer exists", async () => {
    const { server, directory } = serverOver(files);
    const names = () => namesOf(server, { resource: pods });
    await names();
    writeFileSync(join(directory, "pods.yaml"), files["pods.yaml"].replaceAll("name: b", "name: c"));
    expect(await names()).toEqual(["shop/a", "shop/c", "default/a"]);
    writeFileSync(join(directory, "more.yml"), "{ apiVersion: v1, kind: Pod, metadata: { name: d } }");
    expect(await names()).toContain("default/d");
    writeFileSync(join(directory, "pods.yaml"), "a: [");
    await expect(names()).rejects.toThrow("pods.yaml:1:");
  });

  test("the same objects have the same UIDs at every start, and no two have the same", async () => {
    const uids = async () => (await list(serverOver(files).server, { resource: pods })).items.map(({ metadata }) => metadata.uid);
    expect(await uids()).toEqual(await uids());
    expect(new Set(await uids()).size).toBe(3);
  });
});

const definition = (versions: object): string =>
  JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "gadgets.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names: { plural: "gadgets", kind: "Gadget" }, versions },
  });

const gadget = (version: string): string =>
  `{ apiVersion: example.com/${version}, kind: Gadget, metadata: { name: a, namespace: shop } }`;

const query = { resource: gadgets, which: {}, viewOf: (object: unknown) => object };

describe("kinds of CustomResourceDefinitions", () => {
  test("are served in the versions that are, and converted as far as apiVersion goes", async () => {
    const versions = [
      { name: "v1", served: true },
      { name: "v1beta1", served: true },
      { name: "v0", served: false },
    ];
    const { server } = serverOver({ "crd.json": definition(versions), "a.yaml": gadget("v1beta1") });
    expect(await servedVersions(server, gadgets)).toEqual(["v1", "v1beta1"]);
    expect(await get(server, gadgets, { namespace: "shop", name: "a" })).toMatchObject({ apiVersion: "example.com/v1" });
  });

  test("that rules ask about in a version that is not served are not taken for absent", async () => {
    const { server } = serverOver({ "crd.json": definition([{ name: "v2" }]), "a.yaml": gadget("v2") }, [gadgets]);
    await expect(liveAnswers(server)(query, unhurried)).rejects.toThrow(
      "example.com/gadgets is served as v2, and rules ask for v1",
    );
  });

  test("without a definition are believed to be what a rule asks about", async () => {
    const { server } = serverOver({ "a.yaml": gadget("v1") }, [gadgets]);
    expect(await liveAnswers(server)(query, unhurried)).toMatchObject([{ metadata: { name: "a" } }]);
    expect(await liveAnswers(serverOver({}).server)(query, unhurried)).toEqual([]);
  });
});
