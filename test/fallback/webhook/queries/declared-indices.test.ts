import { afterEach, beforeEach, expect, test } from "vitest";
import { clusterOf } from "../../../../compiler/simulator/evaluate/cluster.ts";
import type { ClusterQuery } from "../../../../compiler/api/cluster-query.ts";
import type { Input } from "../../../../compiler/api/admission-review.ts";
import type { RecordShape, Shape } from "../../../../compiler/api/shape.ts";
import { objectShape } from "../../../../compiler/ir/well-known-shapes.ts";
import { decode } from "../../../../compiler/simulator/evaluate/decode.ts";
import { fixedCredentials } from "../../../../runtime-fallback/kubernetes/access/credentials.ts";
import { openHttpApiServer } from "../../../../runtime-fallback/kubernetes/http/http-api-server.ts";
import { systemClock } from "../../../../runtime-fallback/clock.ts";
import { type AskedInformer, askedInformers } from "../../../../runtime-fallback/webhook/queries/asked-informer.ts";
import { cachedAnswers } from "../../../../runtime-fallback/webhook/queries/cached-answers.ts";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { openSimulatedCluster, widgets } from "../../kubernetes/reflector/simulated-cluster.ts";

const field = (shape: Shape) => ({ shape, presence: "always", typedByServer: true }) as const;
const spec = field({ kind: "record", fields: { of: field({ kind: "string" }) } });
const shape: RecordShape = { kind: "record", fields: { ...objectShape.fields, spec } };

let cluster: Awaited<ReturnType<typeof openSimulatedCluster>>;
beforeEach(async () => {
  cluster = await openSimulatedCluster();
});
afterEach(() => cluster.server.close());

/** An informer of the widgets that has listed all of them. */
async function syncedInformer(prepare: (informer: AskedInformer) => void = () => undefined) {
  const nothing = (): void => undefined;
  const api = openHttpApiServer({
    url: cluster.server.url,
    credentials: fixedCredentials({ headers: {}, tls: {} }),
    clock: systemClock,
  });
  const [informer] = askedInformers(api, [{ resource: widgets, shape }], {
    clock: systemClock,
    log: { info: nothing, warn: nothing },
    metrics: { onListed: nothing, onListFailed: nothing, onWatchEnded: nothing, onListenerFailed: nothing },
  });
  if (informer === undefined) throw new Error("there is no informer");
  prepare(informer);
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  await waitUntil("it has synced", () => Promise.resolve(informer.hasSynced()));
  const end = async (): Promise<void> => {
    stop.abort();
    await running;
    await api.close();
  };
  return { informer, end };
}

test("what a declared index says of an object is asked once, and again when the object has changed", async () => {
  for (let at = 0; at < 50; at += 1) cluster.put(`w-${at}`, at === 7 ? "db" : "cache");
  const { informer, end } = await syncedInformer();
  let asked = 0;
  const indices = {
    of: (widget: { readonly spec: { readonly of: string } }) => {
      asked += 1;
      return widget.spec.of;
    },
  };
  const resource = { ...widgets, indices } as unknown as ClusterQuery["resource"];
  const viewOf = (object: unknown): unknown => decode(object, shape);
  const answer = cachedAnswers([informer]);
  const found = (of: string) => answer({ resource, which: { index: { of } }, viewOf })?.map(({ metadata }) => metadata.name);
  expect(found("db")).toEqual(["w-7"]);
  // Once more for the one that was found.
  expect(asked).toBe(51);
  expect(found("db")).toEqual(["w-7"]);
  expect(asked).toBe(52);
  cluster.put("w-7", "queue");
  await waitUntil("the change is found", () => Promise.resolve(found("queue")?.length === 1));
  expect(found("db")).toEqual([]);
  await end();
});

test("rules that see different parts of an object share an index, and not what it says", async () => {
  cluster.put("w-0", "db");
  const { informer, end } = await syncedInformer();
  const indices = { of: ({ spec: seen }: { readonly spec?: { readonly of?: string } }) => seen?.of };
  const resource = { ...widgets, indices } as unknown as ClusterQuery["resource"];
  const answer = cachedAnswers([informer]);
  const found = (as: RecordShape) => {
    const rule = clusterOf({ cluster: (query) => answer(query) ?? [] } as Input, [{ resource: widgets, shape: as }]).cluster;
    return rule.exists(resource, { index: { of: "db" } });
  };
  expect([objectShape, shape, objectShape].map(found)).toEqual([false, true, false]);
  await end();
});

test("indices that the bundle names are made as objects are listed: no review waits for them", async () => {
  for (let at = 0; at < 50; at += 1) cluster.put(`w-${at}`, at === 7 ? "db" : "cache");
  let asked = 0;
  const indices = {
    of: (widget: { readonly spec: { readonly of: string } }) => {
      asked += 1;
      return widget.spec.of;
    },
  };
  const resource = { ...widgets, indices } as unknown as ClusterQuery["resource"];
  const viewOf = (object: unknown): unknown => decode(object, shape);
  const declared = { resources: () => [resource], viewOf: () => viewOf };
  let answer: ReturnType<typeof cachedAnswers> = () => undefined;
  const { end } = await syncedInformer((informer) => {
    answer = cachedAnswers([informer], { asks: [{ resource: widgets, shape }], declared });
  });
  expect(asked).toBe(50);
  expect(answer({ resource, which: { index: { of: "db" } }, viewOf })?.map(({ metadata }) => metadata.name)).toEqual(["w-7"]);
  // The one that was found, alone.
  expect(asked).toBe(51);
  await end();
});
