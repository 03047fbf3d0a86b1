import { expect, test } from "vitest";
import type { ApiAnswer, ApiRequest, ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { sweepMarks } from "../../../runtime-fallback/critical-services/keep-marks.ts";

const { signal } = new AbortController();
const providers = [{ group: "x.io", resource: "widgets" }];

const answer = (status: number, body: ApiAnswer["body"]): ApiAnswer => ({ status, body, retryAfterSeconds: undefined });
const served = (...resources: readonly object[]) => answer(200, { kind: "APIResourceList", resources });
const listOf = (...items: readonly object[]) => answer(200, { metadata: { resourceVersion: "9" }, items });
const verbs = ["get", "list", "patch"];
const marked = {
  name: "shop",
  uid: "u",
  resourceVersion: "1",
  labels: { "holdfast.dev/critical": "true" },
  annotations: { "critical.holdfast.dev/gone": "s", "critical.holdfast.dev/living": "t" },
};

/** A Namespace with the marks of two services, of which one is gone; widgets are served. */
const answers: Readonly<Record<string, ApiAnswer>> = {
  "/api": answer(200, { kind: "APIVersions", versions: ["v1"] }),
  "/api/v1": served({ name: "namespaces", kind: "Namespace", namespaced: false, verbs }),
  "/api/v1/namespaces": listOf({ metadata: marked }),
  "/apis": answer(200, { kind: "APIGroupList", groups: [{ name: "x.io", versions: [{ version: "v1" }] }] }),
  "/apis/x.io/v1": served({ name: "widgets", kind: "Widget", namespaced: true, verbs }),
  "/apis/protection.holdfast.dev/v1alpha1/criticalservices": listOf({
    metadata: { name: "t", uid: "living", resourceVersion: "2" },
    spec: { provider: { group: "x.io", resource: "widgets", namespace: "named", name: "web" } },
  }),
};

const broken: readonly (readonly [string, Readonly<Record<string, ApiAnswer>>])[] = [
  ["listed", { "/apis/x.io/v1/widgets": answer(403, { kind: "Status", message: "may not" }) }],
  ["discovered", { "/apis/x.io/v1": answer(503, { kind: "Status", message: "not available" }) }],
];

test.each(broken)("a kind of provider that cannot be %s keeps no other marked, and is said", async (_, failing) => {
  const { server, patches } = answering({ ...answers, ...failing });
  await expect(sweepMarks({ server, writer: server }, providers, signal)).rejects.toThrow(/may not|not available/);
  expect(patches).toEqual([
    expect.objectContaining({
      path: "/api/v1/namespaces/shop",
      body: { metadata: { uid: "u", resourceVersion: "1", annotations: { "critical.holdfast.dev/gone": null } } },
    }),
  ]);
});

const labelled = (name: string, namespace?: string) => ({
  metadata: { name, namespace, uid: `uid-${name}`, resourceVersion: "1", labels: { "holdfast.dev/critical": "true" } },
});

test("a label without an entry stays on what a service names, which was not marked yet, and on nothing else", async () => {
  const { server, patches } = answering({
    ...answers,
    "/api/v1/namespaces": listOf(labelled("named"), labelled("web")),
    "/apis/x.io/v1/widgets": listOf(labelled("web", "named"), labelled("other", "named"), labelled("web", "elsewhere")),
  });
  await sweepMarks({ server, writer: server }, providers, signal);
  expect(patches.map(({ path, body }) => [path, body])).toEqual(
    [
      ["/api/v1/namespaces/web", "web"],
      ["/apis/x.io/v1/namespaces/named/widgets/other", "other"],
      ["/apis/x.io/v1/namespaces/elsewhere/widgets/web", "web"],
    ].map(([path, name]) => [
      path,
      { metadata: { uid: `uid-${name}`, resourceVersion: "1", annotations: {}, labels: { "holdfast.dev/critical": null } } },
    ]),
  );
});

/** Answers by path, and remembers what it is told to change. */
function answering(byPath: Readonly<Record<string, ApiAnswer>>): { readonly server: ApiServer; readonly patches: ApiRequest[] } {
  const patches: ApiRequest[] = [];
  const request: ApiServer["request"] = (asked) => {
    const path = asked.path.split("?")[0] ?? "";
    if (asked.method === "PATCH") {
      patches.push(asked);
      return Promise.resolve(answer(200, { metadata: marked }));
    }
    const found = byPath[path];
    return found === undefined ? Promise.reject(new Error(`nobody expected ${path}`)) : Promise.resolve(found);
  };
  return {
    server: { url: "https://api", request, close: () => Promise.resolve(), watch: () => expect.unreachable() },
    patches,
  };
}
