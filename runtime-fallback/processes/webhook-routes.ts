import type { ApiServer } from "../kubernetes/api-server.ts";
import { askingTwice } from "../kubernetes/ask-twice.ts";
import { discover } from "../kubernetes/discovery/discovery.ts";
import { get } from "../kubernetes/get.ts";
import { appcatRoutes } from "../appcat/backend-guard.ts";
import { appcatLookups } from "../appcat/composite-state.ts";
import { bucketAge } from "../appcat/minimum-age.ts";
import type { Clock } from "../clock.ts";
import { criticalServiceRoutes } from "../critical-services/decide.ts";
import { namespaceRoutes } from "../namespaces/namespace-guard.ts";
import type { AskedInformer } from "../webhook/queries/asked-informer.ts";
import { cachedAnswers } from "../webhook/queries/cached-answers.ts";
import { liveAnswers } from "../webhook/queries/live-answers.ts";
import type { Lookups } from "../webhook/rules/decide-rule.ts";
import { ruleRoutes } from "../webhook/rules/rule-routes.ts";
import type { BundledRule, RulesModule } from "../../compiler/api/rules-module.ts";
import { usageAuthorRoutes } from "../usages/authors/decide-author.ts";
import type { Route } from "../webhook/decision.ts";
import type { WebhookFlags } from "./webhook-flags.ts";
import type { RoutesReadiness } from "./webhook-readiness.ts";

export interface Answering {
  /** Undefined: no rule is run. */
  readonly module: RulesModule | undefined;
  readonly server: ApiServer;
  readonly informers: readonly AskedInformer[];
  readonly readiness: RoutesReadiness;
  readonly clock: Clock;
}

/** A path for each rule and feature: what `compiler/install/webhooks/webhook-configuration.ts` aims at. */
export function webhookRoutes(
  flags: Pick<WebhookFlags, "usageAuthors" | "criticalServices" | "appcat" | "appcatObjects">,
  { module, informers, readiness, clock, ...answering }: Answering,
): readonly Route[] {
  // All of them only read: an access review is stored nowhere.
  const server = askingTwice(answering.server);
  const rules = {
    lookups: lookupsOf(server, informers, module),
    clock,
    readinessOf:
      ({ asks }: BundledRule) =>
      () =>
        readiness.ofRule(asks),
  };
  const live = [
    ...(module === undefined ? [] : namespaceRoutes(module, server, clock)),
    ...(flags.usageAuthors ? usageAuthorRoutes(server, clock) : []),
    ...(flags.criticalServices === undefined ? [] : criticalServiceRoutes(server, flags.criticalServices)),
    ...(flags.appcat.length > 0 ? appcatRoutesOf(flags, server, clock) : []),
  ];
  return [
    ...(module === undefined ? [] : ruleRoutes(module, rules)),
    ...live.map((route) => ({ ...route, readiness: readiness.ofLive })),
  ];
}

/**
 * Composites are where the objects are: an AppCat with a control plane of its own needs a second
 * connection, which there is no flag for.
 */
function appcatRoutesOf(
  { appcat: kinds, appcatObjects }: Pick<WebhookFlags, "appcat" | "appcatObjects">,
  server: ApiServer,
  clock: Clock,
): readonly Route[] {
  const lookups = appcatLookups({ server, composites: server, discovery: discover(server, { clock }), kinds });
  return appcatRoutes({ lookups, ages: [bucketAge], now: () => clock.now() }, appcatObjects);
}

function lookupsOf(server: ApiServer, informers: readonly AskedInformer[], module: RulesModule | undefined): Lookups {
  const { declared, rules = [] } = module ?? {};
  const asks = rules.flatMap((rule) => rule.asks);
  return {
    cached: cachedAnswers(informers, declared && { asks, declared }),
    live: liveAnswers(server),
    namespace: async (name, signal) => {
      const found = await get(server, { group: "", version: "v1", resource: "namespaces" }, { name }, { signal });
      if (found === undefined) throw new Error(`there is no Namespace ${name}`);
      return found;
    },
    time: async (signal) => {
      // Whatever it answers, and to whomever.
      const { date } = await server.request({ method: "GET", path: "/version", signal });
      if (date === undefined) throw new Error(`${server.url} does not say what time it is: its answer has no Date`);
      return date;
    },
  };
}
