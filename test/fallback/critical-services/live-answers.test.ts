import { expect, test } from "vitest";
import { ApiRejected, type ApiAnswer, type ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { NotReadable, serviceAnswers } from "../../../runtime-fallback/critical-services/live-answers.ts";

const { signal } = new AbortController();
const widgets = { group: "x.io", resource: "widgets" };
const key = { namespace: "shop", name: "w" };

const answer = (status: number, body: ApiAnswer["body"]): ApiAnswer => ({ status, body, retryAfterSeconds: undefined });
const gone = answer(404, { message: "404 page not found" });
const forbidden = answer(403, { kind: "Status", message: "may not" });
const noGroup = answer(200, { kind: "APIGroupList", groups: [] });
const registered = answer(200, {
  metadata: { resourceVersion: "1" },
  items: [{ metadata: { name: "v1.", uid: "u", resourceVersion: "1" } }],
});
const group = answer(200, { kind: "APIGroupList", groups: [{ name: "x.io", versions: [{ version: "v1" }] }] });
const resource = { name: "widgets", kind: "Widget", namespaced: true, verbs: ["get", "list"] };
const version = answer(200, { kind: "APIResourceList", resources: [resource] });

/** Answers one after the other, whatever is asked. */
function answering(...answers: readonly ApiAnswer[]): ApiServer {
  const left = [...answers];
  const request: ApiServer["request"] = ({ path }) => {
    const next = left.shift();
    return next === undefined ? Promise.reject(new Error(`nobody expected ${path}`)) : Promise.resolve(next);
  };
  return { url: "https://api", request, close: () => Promise.resolve(), watch: () => expect.unreachable() };
}

const queries = {
  find: (server: ApiServer) => serviceAnswers(server).find(widgets, key, signal),
  carrier: (server: ApiServer) => serviceAnswers(server).carrier(widgets, "x.io/hold", signal),
};

const both = Object.entries(queries);

test.each(both)("%s: a definition that goes between two requests is no such resource any more", async (_, ask) => {
  expect(await ask(answering(group, version, gone, noGroup, registered))).toBe("not served");
  expect(await ask(answering(group, gone, noGroup, registered))).toBe("not served");
});

test.each(both)("%s: a 404 of what is said to be served is no answer", async (_, ask) => {
  await expect(ask(answering(group, version, gone, group, version, gone))).rejects.toThrow(ApiRejected);
  await expect(ask(answering(group, gone, group, gone))).rejects.toThrow(ApiRejected);
});

test.each(both)("%s: what may not be read is told apart from what failed", async (_, ask) => {
  await expect(ask(answering(group, version, forbidden))).rejects.toThrow(NotReadable);
  await expect(ask(answering(group, forbidden))).rejects.toThrow(ApiRejected);
  await expect(ask(answering(group, version, answer(500, {})))).rejects.toThrow(ApiRejected);
});
