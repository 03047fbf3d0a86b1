import { appcatRoutes } from "../appcat/appcat-routes.ts";
import { appcatLookups } from "../appcat/composite-state.ts";
import { bucketAge } from "../appcat/minimum-age.ts";
import { connect } from "../api/connect.ts";
import { discover } from "../api/discovery.ts";
import { get } from "../api/get.ts";
import type { ApiServer } from "../api/api-server.ts";
import { type Clock, systemClock } from "../clock.ts";
import { namespaceRoutes } from "../namespaces/namespace-routes.ts";
import { type AskedInformer, askedInformers } from "../questions/asked-informer.ts";
import { cachedAnswers, mostStalenessMs } from "../questions/cached-answers.ts";
import { liveAnswers } from "../questions/live-answers.ts";
import { ruleRoutes } from "../rules/rule-routes.ts";
import { type RulesModule, loadRules } from "../rules/rules-module.ts";
import type { Lookups } from "../rules/lookups.ts";
import { createLog } from "../telemetry/log.ts";
import { admissionMetrics } from "../telemetry/metrics.ts";
import { createRegistry } from "../telemetry/registry.ts";
import type { Route } from "../webhook/decision.ts";
import { type Readiness, readinessOf } from "../webhook/readiness.ts";
import { rejections } from "../webhook/rejection.ts";
import { startWebhookServer } from "../webhook/server.ts";
import { tlsFiles } from "../webhook/tls-files.ts";
import type { WebhookFlags } from "./webhook-flags.ts";
import { reflectorTelemetry } from "./reflector-telemetry.ts";

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
  const module = await loadRules(flags.rules, flags.rulesSha256);
  const server = await connect({ clock, ...apiOf(flags) });
  const registry = createRegistry({ version: flags.version, rulesHash: flags.rulesSha256 });
  const ends = new AbortController();
  const asks = module.rules.flatMap((rule) => rule.asks);
  const informers = askedInformers(server, asks, {
    clock,
    ...reflectorTelemetry(
      log,
      registry,
      asks.map(({ resource }) => resource),
    ),
  });
  registry.gaugeOf(
    {
      name: "holdfast_informer_staleness_seconds",
      help: "For how long nothing has been heard of the resource that has been silent longest.",
    },
    () => Math.max(0, ...informers.map((informer) => informer.stalenessMs())) / 1000,
  );
  const routes = [...routesOf(module, server, informers), ...appcatRoutesOf(flags, server, clock)];
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

function apiOf({ kubeconfig, context }: WebhookFlags): { readonly kubeconfig?: string; readonly context?: string } {
  return { ...(kubeconfig !== undefined && { kubeconfig }), ...(context !== undefined && { context }) };
}

function routesOf(module: RulesModule, server: ApiServer, informers: readonly AskedInformer[]): readonly Route[] {
  return [...ruleRoutes(module, lookupsOf(server, informers)), ...namespaceRoutes(module, server, systemClock)];
}

/** Composites are where the objects are: an AppCat with a control plane of its own needs a second connection, which there is no flag for. */
function appcatRoutesOf({ appcatComposites: kinds }: WebhookFlags, server: ApiServer, clock: Clock): readonly Route[] {
  if (kinds.length === 0) return [];
  const lookups = appcatLookups({ server, composites: server, discovery: discover(server, { clock }), kinds });
  return appcatRoutes({ lookups, ages: [bucketAge], now: () => clock.now() });
}

function lookupsOf(server: ApiServer, informers: readonly AskedInformer[]): Lookups {
  return {
    cached: cachedAnswers(informers),
    live: liveAnswers(server),
    namespace: async (name, signal) => {
      const found = await get(server, { group: "", version: "v1", resource: "namespaces" }, { name }, { signal });
      if (found === undefined) throw new Error(`there is no Namespace ${name}`);
      return found;
    },
  };
}

/** Threats A7: a replica that has not seen everything, or has not heard for long, is asked nothing. */
function readinessOfInformers(informers: readonly AskedInformer[]): Readiness {
  return readinessOf(
    informers.flatMap((informer) => {
      const name = [informer.resource.resource, informer.resource.group].filter((part) => part !== "").join(".");
      if (!informer.hasSynced()) return [`${name} have not been listed yet`];
      const seconds = Math.round(informer.stalenessMs() / 1000);
      return informer.stalenessMs() > mostStalenessMs ? [`nothing has been heard of ${name} for ${seconds} s`] : [];
    }),
  );
}
