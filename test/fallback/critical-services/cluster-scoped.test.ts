import { expect, test } from "vitest";
import type { ApiAnswer, ApiRequest, ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { reconcileService } from "../../../runtime-fallback/critical-services/reconcile-service.ts";

const answer = (status: number, body: ApiAnswer["body"]): ApiAnswer => ({ status, body, retryAfterSeconds: undefined });
const provider = { group: "x.io", resource: "widgets", namespace: "shop", name: "w" };
const service = { metadata: { name: "s", uid: "u", resourceVersion: "1" }, spec: { provider, criteria: [] } };
const services = "/apis/protection.holdfast.dev/v1alpha1/criticalservices";

const answers: Readonly<Record<string, ApiAnswer>> = {
  [`${services}/s`]: answer(200, service),
  "/apis": answer(200, { kind: "APIGroupList", groups: [{ name: "x.io", versions: [{ version: "v1" }] }] }),
  "/apis/x.io/v1": answer(200, {
    kind: "APIResourceList",
    resources: [{ name: "widgets", kind: "Widget", namespaced: false, verbs: ["get", "list", "patch"] }],
  }),
};

test("a declared kind that is in no Namespace is said to be unprotected, and nothing is marked for it", async () => {
  const written: ApiRequest[] = [];
  const request: ApiServer["request"] = (asked) => {
    if (asked.method !== "GET") {
      written.push(asked);
      return Promise.resolve(answer(200, service));
    }
    const found = answers[asked.path.split("?")[0] ?? ""];
    return found === undefined ? Promise.reject(new Error(`nobody expected ${asked.path}`)) : Promise.resolve(found);
  };
  const server: ApiServer = { url: "https://api", request, close: () => Promise.resolve(), watch: () => expect.unreachable() };
  const lookAtCriteria = () => Promise.resolve([]);
  const options = { server, writer: server, now: () => 0, lookAtCriteria, providers: [provider], namespace: "holdfast-system" };
  expect(await reconcileService(options, "s", new AbortController().signal)).toBe("kept");
  expect(written.map(({ path }) => path)).toEqual([`${services}/s/status`]);
  expect(JSON.stringify(written[0]?.body)).toContain("widgets are in no Namespace, and only what is in one can be a provider");
});
