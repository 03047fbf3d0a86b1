import { expect, test } from "vitest";
import type { ApiAnswer, ApiRequest, ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { reconcileClaim } from "../../../runtime-fallback/claims/reconcile-claim.ts";

const kinds = {
  claim: { group: "example.com", version: "v1", resource: "caches", kind: "Cache" },
  composite: { group: "example.com", version: "v1", resource: "xcaches", kind: "XCache" },
};
const answer = (body: ApiAnswer["body"]): ApiAnswer => ({ status: 200, body, retryAfterSeconds: undefined });

/** What is written to a claim, and when it is looked at again, by what it says and what its definition does. */
async function reconciled(own: string | undefined, byDefault: string | undefined) {
  const written: ApiRequest[] = [];
  const request: ApiServer["request"] = (asked) => {
    if (asked.method !== "GET") written.push(asked);
    const isDefinition = asked.path.includes("compositeresourcedefinitions");
    const spec = isDefinition ? { defaultCompositeDeletePolicy: byDefault } : { compositeDeletePolicy: own };
    const key = isDefinition ? { name: "xcaches.example.com" } : { name: "c", namespace: "shop" };
    return Promise.resolve(answer({ metadata: { ...key, uid: "u", resourceVersion: "1" }, spec }));
  };
  const server: ApiServer = { url: "https://api", request, close: () => Promise.resolve(), watch: () => expect.unreachable() };
  const claims = { server, writer: server, declared: kinds, kinds, againMs: 1_000, log: () => undefined };
  const again = await reconcileClaim(claims, { namespace: "shop", name: "c" }, new AbortController().signal);
  return { again, writes: written.length };
}

test("a claim that does not say is looked at again, since nobody tells of a default that changes", async () => {
  expect(await reconciled(undefined, "Background")).toEqual({ again: { again: 300_000 }, writes: 0 });
  expect(await reconciled(undefined, "Foreground")).toEqual({ again: { again: 300_000 }, writes: 1 });
  expect(await reconciled("Foreground", "Background")).toEqual({ again: {}, writes: 1 });
});
