import { connect } from "../api/connect.ts";
import { systemClock } from "../clock.ts";
import { type AskedInformer, askedInformers } from "../questions/asked-informer.ts";
import { loadRules } from "../rules/rules-module.ts";
import { createLog } from "../telemetry/log.ts";
import { admissionMetrics } from "../telemetry/metrics.ts";
import { type MetricsRegistry, createRegistry } from "../telemetry/registry.ts";
import { rejections } from "../webhook/rejection.ts";
import { startWebhookServer } from "../webhook/server.ts";
import { tlsFiles } from "../webhook/tls-files.ts";
import { apiOf } from "./api-of.ts";
import { readinessOfInformers } from "./readiness-of-informers.ts";
import { reflectorTelemetry } from "./reflector-telemetry.ts";
import type { WebhookFlags } from "./webhook-flags.ts";
import { webhookRoutes } from "./webhook-routes.ts";

export interface WebhookProcess {
  readonly port: number;
  readonly healthPort: number;
  /** Ends without a lost review. */
  stop(): Promise<void>;
}

/** The webhook, as its Deployment starts it. Rejects where it could not answer a single review. */
export async function runWebhook(flags: WebhookFlags): Promise<WebhookProcess> {
  const clock = systemClock;
  const log = createLog({ level: flags.logLevel, clock });
  const module = flags.rules && (await loadRules(flags.rules.file, flags.rules.sha256));
  const server = await connect({ clock, ...apiOf(flags) });
  const registry = createRegistry({ version: flags.version, rulesHash: flags.rules?.sha256 ?? "none" });
  const ends = new AbortController();
  const asks = module?.rules.flatMap((rule) => rule.asks) ?? [];
  const asked = asks.map(({ resource }) => resource);
  const informers = askedInformers(server, asks, { clock, ...reflectorTelemetry(log, registry, asked) });
  reportStaleness(registry, informers);
  const routes = webhookRoutes(flags, { module, server, informers, clock });
  const metrics = admissionMetrics(registry, { rules: [...new Set(routes.map(({ rule }) => rule))], rejections });
  const webhook = await startWebhookServer({
    routes,
    tls: tlsFiles({ directory: flags.tls, clock }),
    reviews: { host: flags.host, port: flags.port },
    health: { host: flags.host, port: flags.healthPort },
    readiness: () => readinessOfInformers(informers),
    drainDelayMs: flags.drainMs,
    log,
    metrics,
    registry,
    clock,
  });
  for (const informer of informers) void informer.run(ends.signal);
  log.info("the webhook answers reviews", { port: webhook.port, healthPort: webhook.healthPort, rules: routes.length });
  return {
    ...webhook,
    stop: async () => {
      await webhook.drain();
      ends.abort();
      await server.close();
      log.flush();
    },
  };
}

function reportStaleness(registry: MetricsRegistry, informers: readonly AskedInformer[]): void {
  const help = "For how long nothing has been heard of the resource that has been silent longest.";
  const longest = (): number => Math.max(0, ...informers.map((informer) => informer.stalenessMs()));
  registry.gaugeOf({ name: "holdfast_informer_staleness_seconds", help }, () => longest() / 1000);
}
