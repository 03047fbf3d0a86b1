import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { ApiRequest, RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { defaultRotation } from "../../../runtime-fallback/certificates/rotation-settings.ts";
import { selfManagedCertificates } from "../../../runtime-fallback/certificates/self-managed.ts";
import { decodeServing } from "../../../runtime-fallback/certificates/stored-certificates.ts";
import { errorText } from "../../../runtime-fallback/controller/log.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { createObjectStore } from "../object-store.ts";
import { fromBase64, names, paths, putConfiguration } from "./rotation-world.ts";

/** What a proxy does that means well: it answers with what it was sent, in every field that has room. */
function echoing(api: RequestServer, when: (request: ApiRequest) => boolean, status: number): RequestServer {
  return {
    ...api,
    request: (request) => {
      if (!when(request)) return api.request(request);
      const text = JSON.stringify(request.body);
      return Promise.resolve({
        status,
        body: { reason: text, message: text, details: request.body },
        retryAfterSeconds: undefined,
      });
    },
  };
}

const writes: readonly [string, ApiRequest["method"]][] = [
  ["holdfast-webhook-ca", "POST"],
  ["holdfast-webhook-tls", "POST"],
  ["holdfast-webhook-ca", "PUT"],
  ["holdfast-webhook-tls", "PUT"],
];

test.each(writes)("no key gets into a log or an error when the write of %s by %s is echoed", async (name, method) => {
  const store = createObjectStore();
  putConfiguration(store, [""]);
  const path = name.endsWith("ca") ? paths.authority : paths.serving;
  if (method === "PUT") store.put(path, { metadata: { name }, type: "kubernetes.io/tls", data: {} });
  const lines: string[] = [];
  const keys: string[] = [];
  const isIt = (request: ApiRequest): boolean => {
    const { data, metadata } = (request.body ?? {}) as { data?: Record<string, string>; metadata?: { name: string } };
    if (data?.["tls.key"] !== undefined) keys.push(data["tls.key"]);
    return request.method === method && metadata?.name === name;
  };
  for (const status of [400, 403, 422, 500]) {
    const reconcile = selfManagedCertificates({
      api: echoing(store.api, isIt, status),
      names,
      settings: defaultRotation,
      clock: systemClock,
      log: (...line) => void lines.push(inspect(line, { depth: 9 })),
      gauges: { servingNotAfter: () => undefined, authorityNotAfter: () => undefined },
    });
    await reconcile("certificates", new AbortController().signal).catch((error: unknown) => {
      lines.push(inspect(error, { depth: 9, showHidden: true }), errorText(error));
    });
  }
  const said = lines.join("\n");
  expect(said).toMatch(
    method === "POST" ? /POST \S+secrets was answered with 500/ : new RegExp(`PUT \\S+${name} was answered with 500`),
  );
  expect(said).toContain(" was answered with 403");
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(containsKey(said, key)).toBe(false);
});

test("a key that was read prints as nothing", async () => {
  const store = createObjectStore();
  await selfManagedCertificates({
    api: store.api,
    names,
    settings: defaultRotation,
    clock: systemClock,
    log: () => undefined,
    gauges: { servingNotAfter: () => undefined, authorityNotAfter: () => undefined },
  })("certificates", new AbortController().signal);
  const secret = store.get(paths.serving) ?? {};
  const stored = decodeServing(secret);
  const key = (secret["data"] as Record<string, string>)["tls.key"] ?? "";
  expect(stored.kind).toBe("stored");
  expect(containsKey(inspect(secret), key)).toBe(true);
  expect(containsKey(inspect(stored, { depth: 9, showHidden: true }) + JSON.stringify(stored), key)).toBe(false);
});

/** Any line of it, as PEM or once more encoded. */
function containsKey(text: string, base64Key: string): boolean {
  const lines = fromBase64(base64Key)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("-----"));
  const parts = [base64Key.slice(60, 100), ...lines.map((line) => line.slice(0, 40))];
  return lines.length === 0 || parts.some((part) => text.includes(part));
}
