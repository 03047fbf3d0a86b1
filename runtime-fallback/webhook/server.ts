import { type Server, createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Clock } from "../clock.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";
import { createAdmissionHandler } from "./admission-handler.ts";
import { type ServerConnections, watchConnections } from "./connections/connections.ts";
import type { OnDenied, Route } from "./decision.ts";
import { coveragePath } from "./coverage.ts";
import { drain } from "./connections/drain.ts";
import { startHealthThread } from "./health/health-thread.ts";
import { type Limits, defaultLimits } from "./limits.ts";
import { type Readiness, readinessOf } from "./health/readiness.ts";
import { createReceiver } from "./review/receive-review.ts";
import { type HttpReply, respond } from "./respond.ts";
import { reloadTls, type TlsSource, type UsableTls, usableTls } from "./tls/tls-material.ts";

export interface ListenAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

export interface WebhookOptions {
  readonly routes: readonly Route[];
  readonly tls: TlsSource;
  /** Common names of client certificates that may call. Without it, anybody may. */
  readonly clientNames?: readonly string[];
  readonly reviews: ListenAddress;
  readonly health: ListenAddress;
  /** While it is not ready, no rule is evaluated, and reviews get 503. */
  readonly readiness: () => Readiness;
  /** While it is not ready, API servers should call other replicas. Reviews that arrive anyway are answered. */
  readonly replicaReadiness?: () => Readiness;
  readonly limits?: Limits;
  /** How long an API server takes to learn of an endpoint that no longer exists: 10 to 15 s. */
  readonly drainDelayMs: number;
  /** Receives denials, to write Events. */
  readonly onDenied?: OnDenied | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The text of `/metrics`. */
  readonly registry: Pick<MetricsRegistry, "text" | "contentType">;
  readonly clock: Clock;
}

export interface WebhookServer {
  readonly port: number;
  readonly healthPort: number;
  /** Ends the server without losing a review. Further calls return the same promise. */
  drain(): Promise<void>;
}

/** Starts to answer reviews. Rejects if the certificate is unusable or a port is not available. */
export async function startWebhookServer(options: WebhookOptions): Promise<WebhookServer> {
  const { clock, clientNames, metrics, limits = defaultLimits } = options;
  const asksClients = clientNames !== undefined;
  const first = usableTls(await options.tls.read(), { nowMs: clock.now(), asksClients });
  const server = createTlsServer(first, { asksClients, limits });
  const connections = watchConnections(server, { limits, clock, rejected: metrics.rejected });
  let drained: Promise<void> | undefined;
  serveReviews(server, { ...options, limits, connections, isDraining: () => drained !== undefined });
  const tls = reloadTls({ server, source: options.tls, first, asksClients, log: options.log, metrics, clock });
  const readiness = (): Readiness =>
    readinessOf([
      ...(drained === undefined ? [] : ["shutting down"]),
      ...(tls.expiresAtMs() > clock.now() ? [] : ["the serving certificate has expired"]),
      ...options.readiness().reasons,
      ...(options.replicaReadiness?.().reasons ?? []),
    ]);
  metrics.measureReadiness(() => readiness().isReady);
  const health = await startHealthThread({ metrics: options.registry, readiness, address: options.health });
  await listen(server, options.reviews).catch(async (error: unknown) => {
    tls.stop();
    await health.close();
    throw error;
  });
  return {
    port: portOf(server),
    healthPort: health.port,
    drain: () => {
      drained ??= drain({
        server,
        health,
        connections,
        clock,
        delayMs: options.drainDelayMs,
        handshakeMs: limits.handshakeMs,
      }).finally(tls.stop);
      return drained;
    },
  };
}

interface TlsServerOptions {
  readonly asksClients: boolean;
  readonly limits: Limits;
}

function createTlsServer({ options }: UsableTls, { asksClients, limits }: TlsServerOptions): Server {
  return createServer({
    ...options,
    // HTTP/1.1 is what API servers speak to webhooks, and most of what was wrong with
    // Node's HTTP was wrong with HTTP/2.
    ALPNProtocols: ["http/1.1"],
    requestCert: asksClients,
    // A stranger is answered 403, which an API server shows, rather than with the end of the handshake.
    rejectUnauthorized: false,
    handshakeTimeout: limits.handshakeMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    connectionsCheckingInterval: limits.checkMs,
    insecureHTTPParser: false,
  });
}

interface ServedOptions extends WebhookOptions {
  readonly limits: Limits;
  readonly connections: ServerConnections;
  readonly isDraining: () => boolean;
}

function serveReviews(server: Server, options: ServedOptions): void {
  const { limits, connections, clock, metrics } = options;
  const routes = new Map(options.routes.map((route) => [route.path, route]));
  const receiver = createReceiver(limits, clock);
  const expected = { routes, clientNames: options.clientNames, maxBodyBytes: limits.bodyBytes };
  const handler = createAdmissionHandler({ ...options, expected, receiver });
  const { reviewsAtWork } = handler;
  metrics.measure({ reviewsAtWork, bodyBytes: receiver.bodyBytes, connections: () => connections.count });
  const coverage = coverageAnswer(options.routes);
  server.on("request", (request, response) => {
    const { socket } = request;
    if (request.method === "GET" && request.url === coveragePath) return respond(response, coverage);
    if (connections.begin(socket)) {
      void handler.handle(request, response).finally(() => connections.end(socket));
      return;
    }
    // No API server asks before it was answered; whoever does may be smuggling, and gets no further answer at all.
    metrics.rejected("pipelined");
    socket.destroy();
  });
}

/** Answers the controller, which checks each replica before it reports that something is protected. */
function coverageAnswer(routes: readonly Route[]): HttpReply {
  const said = routes.map(({ path, covers }) => ({ path, covers }));
  return { status: 200, body: JSON.stringify({ routes: said }), contentType: "application/json", last: true };
}

function listen(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog: 511 }, () => {
      server.off("error", reject);
      // Later errors are those of accepting a connection: too many open files, for one. They pass.
      server.on("error", () => undefined);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
