import { readVersion } from "../../compiler/api/own-package.ts";
import { hostname } from "node:os";
import type { ApiServer } from "../kubernetes/api-server.ts";
import { contactWith } from "../kubernetes/contact.ts";
import type { Clock } from "../clock.ts";
import { askedInformers } from "../webhook/queries/asked-informer.ts";
import { denialEvents } from "../webhook/denial-events/denial-events.ts";
import type { RulesModule } from "../../compiler/api/rules-module.ts";
import type { Log } from "../telemetry/log.ts";
import { createRegistry, type MetricsRegistry } from "../telemetry/registry.ts";
import type { Route } from "../webhook/decision.ts";
import { readinessOf } from "../webhook/health/readiness.ts";
import { startWebhookServer } from "../webhook/server.ts";
import type { TlsSource } from "../webhook/tls/tls-material.ts";
import { reflectorTelemetry } from "./reflector-telemetry.ts";
import type { WebhookFlags } from "./webhook-flags.ts";
import { readinessOfReplica, readinessOfRoutes } from "./webhook-readiness.ts";
import { webhookRoutes } from "./webhook-routes.ts";
import type { Informer } from "../kubernetes/reflector/informer.ts";
import { type Metrics, admissionMetrics } from "../telemetry/metrics.ts";
import { rejections } from "../webhook/rejection.ts";
import { eventMetrics } from "./event-metrics.ts";
import type { EventOutcome } from "../webhook/denial-events/event.ts";

export interface WebhookProcess {
  readonly port: number;
  readonly healthPort: number;
  /** What it answers. */
  readonly routes: readonly Pick<Route, "path" | "rule">[];
  /** Ends without a lost review. */
  stop(): Promise<void>;
}

export interface WebhookParts {
  readonly flags: Pick<
    WebhookFlags,
    | "rules"
    | "clients"
    | "host"
    | "port"
    | "healthPort"
    | "drainMs"
    | "usageAuthors"
    | "criticalServices"
    | "appcat"
    | "appcatObjects"
    | "events"
  >;
  /** Undefined: it runs no rule. */
  readonly module: RulesModule | undefined;
  /** Closed when the webhook stops. */
  readonly server: ApiServer;
  readonly tls: TlsSource;
  /** `none`: every query is put to the server, also those whose answers would only deny. */
  readonly memory: "informers" | "none";
  /** What else has to be there; one sentence for each thing that is missing. */
  readonly missing?: () => readonly string[];
  readonly log: Log;
  readonly clock: Clock;
}

/** The webhook, wherever its rules, its certificate and its objects come from. */
export async function serveWebhook(parts: WebhookParts): Promise<WebhookProcess> {
  const { flags, module, tls, memory, missing = () => [], log, clock } = parts;
  const registry = createRegistry({ version: readVersion(), rulesHash: flags.rules?.sha256 ?? "none" });
  const ends = new AbortController();
  const contact = contactWith(parts.server, clock);
  const { server } = contact;
  const asks = memory === "none" ? [] : (module?.rules.flatMap((rule) => rule.asks) ?? []);
  const asked = asks.map(({ resource }) => resource);
  const informers = askedInformers(server, asks, { clock, ...reflectorTelemetry(log, registry, asked) });
  stalenessGauge(registry, () => informers);
  const readiness = readinessOfRoutes(informers, contact);
  const routes = webhookRoutes(flags, { module, server, informers, readiness, clock });
  const rules = routes.map(({ rule }) => rule);
  const { admission, eventCounted } = webhookMetrics(registry, rules);
  // In a Pod its name.
  const events = { api: server, clock, log, instance: hostname(), counted: eventCounted };
  const webhook = await startWebhookServer({
    routes,
    tls,
    ...(flags.clients && { clientNames: flags.clients.names }),
    reviews: { host: flags.host, port: flags.port },
    health: { host: flags.host, port: flags.healthPort },
    readiness: () => readinessOf(missing()),
    replicaReadiness: readinessOfReplica(informers, routes, clock),
    drainDelayMs: flags.drainMs,
    onDenied: flags.events ? denialEvents(events) : undefined,
    log,
    metrics: admission,
    registry,
    clock,
  });
  for (const informer of informers) void informer.run(ends.signal);
  return {
    ...webhook,
    routes,
    stop: async () => {
      await webhook.drain();
      ends.abort();
      await server.close();
      log.flush();
    },
  };
}

/** The age of what is in memory, by the informer that is worst off. */
export function stalenessGauge(
  registry: MetricsRegistry,
  informers: () => readonly Pick<Informer<never>, "stalenessMs">[],
): void {
  registry.gaugeOf(
    {
      name: "holdfast_informer_staleness_seconds",
      help: "Seconds since the last news about the most outdated resource.",
    },
    () => Math.max(0, ...informers().map((informer) => informer.stalenessMs())) / 1000,
  );
}

/** What the webhook counts, besides its informers. `rules`: names of routes. */
export function webhookMetrics(
  registry: MetricsRegistry,
  rules: readonly string[],
): { readonly admission: Metrics; readonly eventCounted: (outcome: EventOutcome) => void } {
  return {
    admission: admissionMetrics(registry, { rules: [...new Set(rules)], rejections }),
    eventCounted: eventMetrics(registry),
  };
}
