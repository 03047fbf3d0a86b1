import { beforeAll, expect, test } from "vitest";
import type { ClusterQuery, AskedResource } from "../../../../compiler/api/cluster-query.ts";
import type { Which } from "../../../../compiler/language/cluster.ts";
import { objectShape } from "../../../../compiler/ir/well-known-shapes.ts";
import { decode } from "../../../../compiler/simulator/evaluate/decode.ts";
import { connect } from "../../../../runtime-fallback/kubernetes/connect.ts";
import { systemClock } from "../../../../runtime-fallback/clock.ts";
import { askedInformers } from "../../../../runtime-fallback/webhook/queries/asked-informer.ts";
import { cachedAnswers } from "../../../../runtime-fallback/webhook/queries/cached-answers.ts";
import { liveAnswers } from "../../../../runtime-fallback/webhook/queries/live-answers.ts";
import { describeWithServer } from "../../../control-plane/server-suite.ts";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { applyCustomResourceDefinition } from "../../../control-plane/crds.ts";

const configmaps = { group: "", version: "v1", resource: "configmaps" };
const nodes = { group: "", version: "v1", resource: "nodes" };
const widgets = { group: "queries.example.com", version: "v1", resource: "widgets" };

const object = (name: string, metadata: object) => ({ metadata: { name, ...metadata } });
const owner = { apiVersion: "v1", kind: "Node", name: "none", uid: "6f2b3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f" };

describeWithServer("cluster queries", {}, (server) => {
  const stop = new AbortController();
  let cached: ReturnType<typeof cachedAnswers>;
  let live: ReturnType<typeof liveAnswers>;

  beforeAll(async () => {
    const create = async (path: string, body: object) =>
      expect(await server().request({ method: "POST", path, body })).toMatchObject({ status: 201 });
    for (const namespace of ["asked-one", "asked-two"]) await create("/api/v1/namespaces", { metadata: { name: namespace } });
    const one = "/api/v1/namespaces/asked-one/configmaps";
    await create(one, object("plain", {}));
    await create(one, object("labelled", { labels: { app: "web", tier: "gold" } }));
    await create(one, object("held", { finalizers: ["queries.example.com/hold"], ownerReferences: [owner] }));
    await create("/api/v1/namespaces/asked-two/configmaps", object("labelled", { labels: { app: "web" } }));
    await create("/api/v1/nodes", object("asked-node", { labels: { app: "web" } }));
    const api = await connect({ kubeconfig: server().kubeconfig });
    const asks: readonly AskedResource[] = [configmaps, nodes].map((resource) => ({ resource, shape: objectShape }));
    const quiet = (): void => {};
    const metrics = { onListed: quiet, onListFailed: quiet, onWatchEnded: quiet, onListenerFailed: quiet };
    const informers = askedInformers(api, asks, { clock: systemClock, log: { info: quiet, warn: quiet }, metrics });
    for (const informer of informers) void informer.run(stop.signal);
    cached = cachedAnswers(informers);
    live = liveAnswers(api);
    await waitUntil("the informers have synced", async () =>
      Promise.resolve(informers.every((informer) => informer.hasSynced())),
    );
    return async () => {
      stop.abort();
      await api.close();
    };
  });

  const query = (resource: ClusterQuery["resource"], which: Which): ClusterQuery => ({
    resource,
    which,
    viewOf: (json) => decode(json, objectShape),
  });
  const placesOf = (
    objects: readonly { readonly metadata: { readonly namespace?: string; readonly name: string } }[] | undefined,
  ) => objects?.map(({ metadata }) => `${metadata.namespace ?? ""}/${metadata.name}`).toSorted();
  const ownPlaces = (objects: Parameters<typeof placesOf>[0]) =>
    placesOf(objects)?.filter((place) => /asked-/.test(place) && !place.includes("kube-root-ca"));

  test.each<[string, ClusterQuery["resource"], Which, readonly string[]]>([
    ["by key", configmaps, { namespace: "asked-one", name: "plain" }, ["asked-one/plain"]],
    ["by a key that nothing has", configmaps, { namespace: "asked-one", name: "none" }, []],
    ["by name, in every Namespace", configmaps, { name: "labelled" }, ["asked-one/labelled", "asked-two/labelled"]],
    ["by label", configmaps, { labels: { app: "web" } }, ["asked-one/labelled", "asked-two/labelled"]],
    ["by two labels", configmaps, { labels: { app: "web", tier: "gold" } }, ["asked-one/labelled"]],
    ["by label in a Namespace", configmaps, { namespace: "asked-two", labels: { app: "web" } }, ["asked-two/labelled"]],
    ["by Namespace", configmaps, { namespace: "asked-two" }, ["asked-two/labelled"]],
    ["by finalizer", configmaps, { finalizer: "queries.example.com/hold" }, ["asked-one/held"]],
    ["by owner", configmaps, { owner: owner.uid }, ["asked-one/held"]],
    ["of what is in no Namespace, by key", nodes, { namespace: "", name: "asked-node" }, ["/asked-node"]],
    ["of what is in no Namespace, by label", nodes, { labels: { app: "web" } }, ["/asked-node"]],
    ["by a uid of somebody else", configmaps, { namespace: "asked-one", name: "plain", uid: "none" }, []],
    ["by a name that leads elsewhere", configmaps, { namespace: "asked-one", name: "../../../nodes/asked-node" }, []],
    ["by a name with a selector in it", configmaps, { name: "labelled,metadata.namespace=asked-one" }, []],
    ["by a label that none can be", configmaps, { labels: { app: "web,tier=gold" } }, []],
  ])("%s, memory and the API server answer alike", async (_, resource, which, found) => {
    expect(ownPlaces(await live(query(resource, which), stop.signal))).toEqual(found);
    expect(ownPlaces(cached(query(resource, which)))).toEqual(found);
  });

  test("what is not watched is not in memory", () => {
    expect(cached(query(widgets, {}))).toBeUndefined();
  });

  test("of a resource that is not served there is nothing; of one that is served in other versions nothing is known", async () => {
    expect(await live(query(widgets, {}), stop.signal)).toEqual([]);
    expect(await live(query(widgets, { namespace: "asked-one", name: "x" }), stop.signal)).toEqual([]);
    await applyCustomResourceDefinition(server(), {
      group: widgets.group,
      kind: "Widget",
      plural: "widgets",
      scope: "Namespaced",
      versions: [{ name: "v2" }],
    });
    await expect(live(query(widgets, {}), stop.signal)).rejects.toThrow(
      "queries.example.com/widgets is served as v2, and rules ask for v1",
    );
  });
});
