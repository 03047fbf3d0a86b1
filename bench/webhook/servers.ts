import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { systemClock } from "../../runtime-fallback/clock.ts";
import { fixedCredentials } from "../../runtime-fallback/kubernetes/access/credentials.ts";
import { openHttpApiServer } from "../../runtime-fallback/kubernetes/http/http-api-server.ts";
import { createLog } from "../../runtime-fallback/telemetry/log.ts";
import { admissionMetrics } from "../../runtime-fallback/telemetry/metrics.ts";
import { createRegistry } from "../../runtime-fallback/telemetry/registry.ts";
import { type Route, allowed } from "../../runtime-fallback/webhook/decision.ts";
import { defaultLimits } from "../../runtime-fallback/webhook/limits.ts";
import { askedInformers } from "../../runtime-fallback/webhook/queries/asked-informer.ts";
import { cachedAnswers } from "../../runtime-fallback/webhook/queries/cached-answers.ts";
import { liveAnswers } from "../../runtime-fallback/webhook/queries/live-answers.ts";
import { rejections } from "../../runtime-fallback/webhook/rejection.ts";
import { ruleRoutes } from "../../runtime-fallback/webhook/rules/rule-routes.ts";
import { startWebhookServer } from "../../runtime-fallback/webhook/server.ts";
import type { KeyPair } from "../../test/control-plane/certificates.ts";
import { shippedRules } from "./shipped-rules.ts";

/** The servers that are measured, by name: floors first, then the webhook as it answers more and more. */
export const servers = {
  "raw https": (pair: KeyPair) =>
    listen(pair, (request, response) => void request.resume().on("end", () => response.end(constant))),
  "JSON + Map": (pair: KeyPair) => listen(pair, parsing()),
  "webhook: pipeline": (pair: KeyPair) => serveWebhook(pair, [alwaysAllow]),
  "webhook: rules": async (pair: KeyPair, api: string) => serveWebhook(pair, await shippedRoutes(api)),
} as const satisfies Readonly<Record<string, (pair: KeyPair, api: string) => Promise<number>>>;

export type NodeServer = keyof typeof servers;

const constant = JSON.stringify({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  response: { uid: "705ab4f5-6393-11e8-b7cc-42010a800002", allowed: true },
});

async function listen({ certificate, privateKey }: KeyPair, answer: RequestListener): Promise<number> {
  const server = createServer({ cert: certificate, key: privateKey, keepAliveTimeout: 120_000 }, answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** The least that answers: the body parsed, and one look into a map. */
function parsing(): RequestListener {
  const known = new Map([["shop/other", "in use"]]);
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { apiVersion, kind, request: sent } = JSON.parse(Buffer.concat(chunks).toString()) as Review;
      const isAllowed = !known.has(`${sent.namespace}/${sent.name}`);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ apiVersion, kind, response: { uid: sent.uid, allowed: isAllowed } }));
    });
  };
}

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly namespace: string; readonly name: string };
}

const alwaysAllow: Route = {
  path: "/allow",
  rule: "allow",
  covers: [{ group: "", resource: "*", operations: ["DELETE"] }],
  decide: () => Promise.resolve(allowed()),
};

/** The rules of `generated/fallback`, over the Usages that the API server at that address lists. */
async function shippedRoutes(url: string): Promise<readonly Route[]> {
  const module = await shippedRules();
  const server = openHttpApiServer({ url, credentials: fixedCredentials({ headers: {}, tls: {} }), clock: systemClock });
  const nothing = (): void => undefined;
  const log = { info: nothing, warn: nothing };
  const metrics = { onListed: nothing, onListFailed: nothing, onWatchEnded: nothing, onListenerFailed: nothing };
  const asks = module.rules.flatMap((rule) => rule.asks);
  const informers = askedInformers(server, asks, { clock: systemClock, log, metrics });
  for (const informer of informers) void informer.run(new AbortController().signal);
  while (!informers.every((informer) => informer.hasSynced())) await new Promise((resolve) => setTimeout(resolve, 20));
  const lookups = {
    cached: cachedAnswers(informers),
    live: liveAnswers(server),
    namespace: () => Promise.reject(new Error("no rule asks")),
    time: () => Promise.reject(new Error("no rule asks")),
  };
  return ruleRoutes(module, { lookups, clock: systemClock, readinessOf: () => () => ({ isReady: true, reasons: [] }) });
}

async function serveWebhook(pair: KeyPair, routes: readonly Route[]): Promise<number> {
  const registry = createRegistry({ version: "bench", rulesHash: "" });
  const { port } = await startWebhookServer({
    routes,
    tls: { read: () => Promise.resolve(pair), watch: () => () => undefined },
    reviews: { host: "127.0.0.1", port: 0 },
    health: { host: "127.0.0.1", port: 0 },
    readiness: () => ({ isReady: true, reasons: [] }),
    limits: defaultLimits,
    drainDelayMs: 0,
    // Lines are made, and thrown away.
    log: createLog({ level: "info", clock: systemClock, destination: { write: () => undefined } }),
    metrics: admissionMetrics(registry, { rules: routes.map(({ rule }) => rule), rejections }),
    registry,
    clock: systemClock,
  });
  return port;
}
