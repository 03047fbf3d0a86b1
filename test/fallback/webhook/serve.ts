import { type Clock, systemClock } from "../../../runtime-fallback/clock.ts";
import { type Level, createLog } from "../../../runtime-fallback/telemetry/log.ts";
import { admissionMetrics } from "../../../runtime-fallback/telemetry/metrics.ts";
import { createRegistry } from "../../../runtime-fallback/telemetry/registry.ts";
import { valueOf } from "../telemetry/series.ts";
import type { Coverage } from "../../../runtime-fallback/webhook/coverage.ts";
import { type OnDenied, type Route, allowed } from "../../../runtime-fallback/webhook/decision.ts";
import { type Limits, defaultLimits } from "../../../runtime-fallback/webhook/limits.ts";
import { type Readiness, readinessOf } from "../../../runtime-fallback/webhook/health/readiness.ts";
import { rejections } from "../../../runtime-fallback/webhook/rejection.ts";
import { type WebhookServer, startWebhookServer } from "../../../runtime-fallback/webhook/server.ts";
import type { TlsListener, ServingTls, TlsSource } from "../../../runtime-fallback/webhook/tls/tls-material.ts";
import { type Authority, createAuthority } from "../../control-plane/certificates.ts";

export interface Served extends WebhookServer {
  readonly authority: Authority;
  readonly material: ServingTls;
  /** Lines of the log, parsed. */
  readonly log: readonly Record<string, unknown>[];
  readonly isReady: { reasons: readonly string[] };
  changeTls(material: ServingTls): void;
  failTls(error: Error): void;
  /** The value of a series: `holdfast_x_total{why="y"}`. */
  metric(series: string): Promise<number>;
  metricsText(): Promise<string>;
}

export interface ServeOptions {
  readonly routes?: readonly Route[];
  readonly limits?: Partial<Limits>;
  readonly clientNames?: readonly string[];
  readonly clientAuthorities?: string;
  readonly drainDelayMs?: number;
  readonly clock?: Clock;
  readonly level?: Level;
  readonly onDenied?: OnDenied;
}

/** For routes of tests that are about something else. */
export const everything: readonly Coverage[] = ["", "*"].map((group) => ({
  group,
  resource: "*/*",
  operations: ["CREATE", "UPDATE", "DELETE"],
}));

export const allowing: Route = { path: "/allow", rule: "allowing", covers: everything, decide: async () => allowed() };

let shared: Promise<Authority> | undefined;

/** One authority for all servers of a test file. */
export function testAuthority(): Promise<Authority> {
  shared ??= createAuthority("webhook test");
  return shared;
}

export async function serverMaterial(clientAuthorities?: string): Promise<ServingTls> {
  const authority = await testAuthority();
  const pair = await authority.issue({
    usage: "server",
    commonName: "webhook",
    ipAddresses: ["127.0.0.1"],
    dnsNames: ["localhost"],
  });
  return { ...pair, ...(clientAuthorities === undefined ? {} : { clientAuthorities }) };
}

/** A real server on loopback, with a log and metrics that tests can read. */
export async function serve(options: ServeOptions = {}): Promise<Served> {
  const { routes = [allowing], limits = {}, clock = systemClock, level = "debug" } = options;
  const material = await serverMaterial(options.clientAuthorities);
  const log: Record<string, unknown>[] = [];
  const listeners: TlsListener[] = [];
  const isReady = { reasons: [] as readonly string[] };
  const registry = createRegistry({ version: "test", rulesHash: "none" });
  const server = await startWebhookServer({
    routes,
    tls: sourceOf(material, listeners),
    ...(options.clientNames === undefined ? {} : { clientNames: options.clientNames }),
    reviews: { host: "127.0.0.1", port: 0 },
    health: { host: "127.0.0.1", port: 0 },
    readiness: (): Readiness => readinessOf(isReady.reasons),
    limits: { ...defaultLimits, ...limits },
    drainDelayMs: options.drainDelayMs ?? 0,
    onDenied: options.onDenied,
    log: createLog({
      level,
      clock,
      destination: { write: (line) => void log.push(JSON.parse(line) as Record<string, unknown>) },
    }),
    metrics: admissionMetrics(registry, { rules: routes.map(({ rule }) => rule), rejections }),
    registry,
    clock,
  });
  return {
    ...server,
    authority: await testAuthority(),
    material,
    log,
    isReady,
    changeTls: (changed) => listeners.forEach((listener) => listener.changed(changed)),
    failTls: (error) => listeners.forEach((listener) => listener.failed(error)),
    metric: async (series) => valueOf(await registry.text(), series),
    metricsText: () => registry.text(),
  };
}

function sourceOf(material: ServingTls, listeners: TlsListener[]): TlsSource {
  return {
    read: () => Promise.resolve(material),
    watch: (listener) => {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}
