import type { ApiServer } from "../api/api-server.ts";
import { discover } from "../api/discovery.ts";
import { certificateNames } from "../certificates/certificate-names.ts";
import { certificateReconciler } from "../certificates/certificates.ts";
import { defaultRotation } from "../certificates/rotation-settings.ts";
import { runClaims } from "../claims/run-claims.ts";
import { type DeclaredClaim, servedClaimKinds } from "../claims/served-claim-kinds.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../controller/log.ts";
import { type LoopMetrics, runReconcileLoop } from "../controller/reconcile-loop.ts";
import { createWorkQueue } from "../controller/work-queue.ts";
import { keepMarks } from "../critical-services/keep-marks.ts";
import type { Telemetry } from "../reflector/telemetry.ts";
import { createUsageController } from "../usages/usage-controller.ts";
import { usageEvents } from "../usages/usage-events.ts";
import { usageKindsOf } from "../usages/usage-resources.ts";
import type { ControllerFlags } from "./controller-flags.ts";
import type { Part } from "./keep-running.ts";
import { expiryGauges } from "./expiry-gauges.ts";
import { loopMetrics } from "./loop-metrics.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";

export interface Surroundings {
  /** Reads are anybody's, writes the leader's. */
  readonly api: ApiServer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly registry: MetricsRegistry;
  /** Of this process: its Pod. */
  readonly instance: string;
}

/** What the flags ask for; metrics are registered here, once. */
export function controllerParts(flags: ControllerFlags, surroundings: Surroundings): readonly Part[] {
  const { usages, criticalServices, foregroundClaims } = flags;
  return [
    certificates(flags, surroundings),
    ...(usages.of.length === 0 ? [] : [usagesPart(flags, surroundings)]),
    ...(criticalServices.length === 0 ? [] : [criticalServicesPart(flags, surroundings)]),
    ...claimParts(foregroundClaims, surroundings),
  ];
}

function certificates(flags: ControllerFlags, { api, clock, random, log, registry }: Surroundings): Part {
  const { namespace, service, configuration, addresses } = flags;
  const names = certificateNames({ namespace, service, webhookConfiguration: configuration, ipAddresses: addresses });
  const gauges = expiryGauges(registry);
  const metrics = loopMetrics(registry, "certificates");
  const reconcile = certificateReconciler(flags.certificates, { api, names, settings: defaultRotation, clock, log, gauges });
  const loop = { name: "certificates", reconcile, workers: 1, clock, log, metrics };
  return {
    name: "certificates",
    run: (signal) => {
      const queue = createWorkQueue({ clock, random });
      queue.add("certificates");
      return runReconcileLoop({ ...loop, queue }, signal);
    },
  };
}

function usagesPart({ usages }: ControllerFlags, { registry, instance, ...surroundings }: Surroundings): Part {
  const { api, clock, random, log } = surroundings;
  const metrics = loopMetrics(registry, "usages");
  const reports = usageEvents({ api, clock, log, instance });
  const flags = {
    acrossNamespaces: usages.acrossNamespaces ? "allowed" : "refused",
    protects: ({ group, resource }: { readonly group: string; readonly resource: string }) =>
      usages.of.some((one) => isOneOf(one.group, group) && isOneOf(one.resource, resource)),
  } as const;
  const usageKinds = usageKindsOf(usages.origins);
  return {
    name: "usages",
    run: (signal) => {
      const queue = createWorkQueue({ clock, random });
      const discovery = discover(api, { clock });
      return createUsageController({ ...surroundings, discovery, usageKinds, queue, metrics, reports, flags }).run(signal);
    },
  };
}

const isOneOf = (declared: string, found: string): boolean => declared === "*" || declared === found;

function criticalServicesPart(flags: ControllerFlags, { api, registry, ...surroundings }: Surroundings): Part {
  const { criticalServices: providers, namespace } = flags;
  const metrics = loopMetrics(registry, "critical_services");
  const options = { ...surroundings, server: api, writer: api, providers, namespace, metrics };
  return { name: "critical services", run: (signal) => keepMarks(options, signal) };
}

/** How soon a composite that is on its way out is looked at again. */
const compositeAgainMs = 5_000;

function claimParts(
  pairs: ControllerFlags["foregroundClaims"],
  { api, registry, ...surroundings }: Surroundings,
): readonly Part[] {
  if (pairs.length === 0) return [];
  const metrics: LoopMetrics = loopMetrics(registry, "foreground_claims");
  const options = { ...surroundings, server: api, writer: api, againMs: compositeAgainMs, metrics };
  const run = async (declared: DeclaredClaim, signal: AbortSignal): Promise<void> => {
    const kinds = await servedClaimKinds(api, declared, { clock: surroundings.clock, signal });
    if (kinds !== undefined) await runClaims({ ...options, kinds }, signal);
  };
  return pairs.map(([claim, composite]) => ({
    name: `foreground deletion of ${claim.resource}.${claim.group}`,
    run: (signal) => run({ claim, composite }, signal),
  }));
}
