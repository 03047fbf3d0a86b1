import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { fixedCredentials } from "../../../runtime-fallback/kubernetes/access/credentials.ts";
import { type Discovery, discover } from "../../../runtime-fallback/kubernetes/discovery/discovery.ts";
import { openHttpApiServer } from "../../../runtime-fallback/kubernetes/http/http-api-server.ts";
import { answerJson, answerUnknownPath, openHttpServer } from "../http-server.ts";
import { createManualClock } from "../manual-clock.ts";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

type Answers = Readonly<Record<string, unknown>>;

/** A server that answers some paths, and those of aggregated discovery under `aggregated /apis`. */
async function open(answers: Answers) {
  const state = { answers, asked: 0 };
  const http = await openHttpServer((request, response: ServerResponse) => {
    state.asked += 1;
    const isAggregated = request.headers.accept?.includes("APIGroupDiscoveryList") ?? false;
    const answer = state.answers[`${isAggregated ? "aggregated " : ""}${request.url}`];
    if (answer !== undefined) answerJson(response, 200, answer);
    else if (isAggregated) answerJson(response, 406, { kind: "Status" });
    else answerUnknownPath(response);
  });
  const clock = createManualClock();
  const server = openHttpApiServer({ url: http.url, credentials: fixedCredentials({ headers: {}, tls: {} }), clock });
  cleanups.push(
    () => http.close(),
    () => server.close(),
  );
  return { state, clock, http, discovery: discover(server, { clock }) };
}

const entry = (resource: string, kind: string) => ({
  resource,
  responseKind: { kind },
  scope: "Namespaced",
  verbs: ["list"],
  subresources: [{ subresource: "status" }],
});
const aggregated: Answers = {
  "aggregated /api": {
    kind: "APIGroupDiscoveryList",
    items: [
      {
        metadata: {},
        versions: [
          { version: "v1", resources: [{ ...entry("namespaces", "Namespace"), scope: "Cluster" }], freshness: "Current" },
        ],
      },
    ],
  },
  "aggregated /apis": {
    kind: "APIGroupDiscoveryList",
    items: [
      { metadata: { name: "gone.example.org" }, versions: [{ version: "v1", freshness: "Stale" }] },
      {
        metadata: { name: "test.example.org" },
        versions: [
          { version: "v2", resources: [entry("widgets", "Widget")], freshness: "Current" },
          { version: "v1", resources: [entry("widgets", "Widget"), entry("gadgets", "Gadget")], freshness: "Current" },
        ],
      },
    ],
  },
};

const plainEntry = (name: string, kind: string, namespaced = true) => ({ name, kind, namespaced, verbs: ["list"] });
const plain: Answers = {
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/api/v1": {
    kind: "APIResourceList",
    resources: [plainEntry("namespaces", "Namespace", false), plainEntry("namespaces/status", "Namespace", false)],
  },
  "/apis": {
    kind: "APIGroupList",
    groups: [
      { name: "gone.example.org", versions: [{ version: "v1" }] },
      { name: "test.example.org", versions: [{ version: "v1" }, { version: "v2" }], preferredVersion: { version: "v2" } },
    ],
  },
  "/apis/test.example.org/v1": {
    kind: "APIResourceList",
    resources: [
      plainEntry("widgets", "Widget"),
      plainEntry("widgets/status", "Widget"),
      plainEntry("gadgets", "Gadget"),
      plainEntry("gadgets/status", "Gadget"),
    ],
  },
  "/apis/test.example.org/v2": {
    kind: "APIResourceList",
    resources: [plainEntry("widgets", "Widget"), plainEntry("widgets/status", "Widget")],
  },
};

describe.each([
  ["aggregated", aggregated],
  ["plain", plain],
])("by %s discovery", (_, answers) => {
  const find = async (query: Parameters<Discovery["findKind"]>[0]) => (await open(answers)).discovery.findKind(query);

  test("a kind is found in the version that the server prefers", async () => {
    const resource = {
      group: "test.example.org",
      resource: "widgets",
      kind: "Widget",
      isNamespaced: true,
      verbs: ["list"],
      subresources: ["status"],
    };
    const versions = ["v2", "v1"];
    expect(await find({ group: "test.example.org", kind: "Widget" })).toEqual({
      state: "served",
      resource: { ...resource, version: "v2" },
      versions,
    });
    expect(await find({ group: "test.example.org", kind: "Widget", version: "v1" })).toEqual({
      state: "served",
      resource: { ...resource, version: "v1" },
      versions,
    });
    expect(await find({ group: "test.example.org", kind: "Gadget" })).toMatchObject({
      resource: { version: "v1" },
      versions: ["v1"],
    });
    expect(await find({ group: "", kind: "Namespace" })).toMatchObject({ resource: { group: "", isNamespaced: false } });
  });

  test("a resource is found by its plural", async () => {
    const { discovery } = await open(answers);
    expect(await discovery.findResource({ group: "test.example.org", resource: "gadgets" })).toMatchObject({
      resource: { kind: "Gadget" },
    });
  });

  test("what is not served is told apart from what cannot be known, which hides nothing else", async () => {
    expect(await find({ group: "test.example.org", kind: "Sprocket" })).toEqual({ state: "not served" });
    expect(await find({ group: "test.example.org", kind: "Gadget", version: "v2" })).toEqual({ state: "not served" });
    expect(await find({ group: "nowhere.example.org", kind: "Widget" })).toEqual({ state: "not served" });
    expect(await find({ group: "gone.example.org", kind: "Widget" })).toEqual({
      state: "unknown",
      why: "the API server of gone.example.org/v1 cannot be asked what it serves",
    });
  });
});

test("what was found is believed for five minutes, and a miss is looked for again after ten seconds", async () => {
  const { discovery, state, clock } = await open({
    ...aggregated,
    "aggregated /apis": { kind: "APIGroupDiscoveryList", items: [] },
  });
  const ask = async () => (await discovery.findKind({ group: "test.example.org", kind: "Widget" })).state;
  expect([await ask(), await ask(), state.asked]).toEqual(["not served", "not served", 2]);
  state.answers = aggregated;
  clock.advance(9999);
  expect([await ask(), state.asked]).toEqual(["not served", 2]);
  clock.advance(1);
  expect([await ask(), state.asked]).toEqual(["served", 4]);
  state.answers = plain;
  clock.advance(299_999);
  expect([await ask(), state.asked]).toEqual(["served", 4]);
  clock.advance(1);
  expect(await ask()).toBe("served");
  expect(state.asked).toBeGreaterThan(4);
});

test("a server that does not answer leaves everything unknown, and is asked again", async () => {
  const { discovery, state } = await open({});
  const ask = () => discovery.findKind({ group: "test.example.org", kind: "Widget" });
  expect(await ask()).toEqual({ state: "unknown", why: "/api is answered 404: 404 page not found" });
  state.answers = plain;
  expect(await ask()).toMatchObject({ state: "served" });
});
