import type { ApiServer } from "../kubernetes/api-server.ts";
import { discover } from "../kubernetes/discovery/discovery.ts";
import { certificateNames } from "../certificates/certificate-names.ts";
import { certificateReconciler } from "../certificates/certificates.ts";
import { defaultRotation } from "../certificates/rotation-settings.ts";
import { runClaims } from "../claims/run-claims.ts";
import { servedClaimKinds } from "../claims/served-claim-kinds.ts";
import { findServed } from "../kubernetes/discovery/served-now.ts";
import { whileServed } from "../kubernetes/discovery/while-served.ts";
import type { Clock } from "../clock.ts";
import type { WriteLog } from "../controller/log.ts";
import { type LoopOptions, runReconcileLoop } from "../controller/reconcile-loop.ts";
import { createWorkQueue } from "../controller/work-queue.ts";
import { eventWriter } from "../controller/write-event.ts";
import { concernsOfServices } from "../critical-services/critical-service.ts";
import { configurationConfirmer } from "../enforcement/confirm-configuration.ts";
import { type EnforcementCheck, type EnforcementOptions, createEnforcement } from "../enforcement/enforcement.ts";
import type { RequiredWebhook } from "../../compiler/api/asked-hash.ts";
import type { ServedResource } from "../kubernetes/discovery/served-resource.ts";
import { type ResourceId, resourceText } from "../kubernetes/resource.ts";
import { keepMarks } from "../critical-services/keep-marks.ts";
import type { Telemetry } from "../kubernetes/reflector/telemetry.ts";
import { createUsageController } from "../usages/usage-controller.ts";
import { usageEvents, allReports } from "../usages/usage-events.ts";
import { namespaceOfUsage } from "../usages/usage.ts";
import { ownOpenings } from "../../compiler/api/unprotection.ts";
import { takeBackReports } from "../unprotected/reports.ts";
import { runExpiries } from "../unprotected/run-expiries.ts";
import { usageKindsOf } from "../../compiler/api/usage-kinds.ts";
import type { ControllerFlags } from "./controller-flags.ts";
import type { ControllerMetrics } from "./controller-metrics.ts";
import type { ControllerTiming } from "./controller-timing.ts";
import type { ControllerPart } from "./keep-running.ts";

export interface ControllerContext {
  /** Reads are anybody's, writes the leader's. */
  readonly api: ApiServer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: WriteLog;
  readonly telemetry: Telemetry;
  readonly metrics: ControllerMetrics;
  /** Of this process: its Pod. */
  readonly instance: string;
  readonly timing: ControllerTiming;
}

/** What the flags ask for. */
export function controllerParts(flags: ControllerFlags, context: ControllerContext): readonly ControllerPart[] {
  const { usages, criticalServices, foregroundClaims, unprotected } = flags;
  return [
    certificates(flags, context),
    ...(mayConfirm(flags) ? [confirmation(flags, context)] : []),
    ...(usages.of.length === 0 ? [] : [usagesPart(flags, context)]),
    ...(criticalServices.length === 0 ? [] : [criticalServicesPart(flags, context)]),
    ...claimParts(foregroundClaims, context),
    ...unprotectedParts(unprotected, context),
  ];
}

/** Only there it has the right to write the configuration. */
const mayConfirm = ({ certificates: mode }: ControllerFlags): boolean => mode === "self-managed";

function certificates(
  flags: ControllerFlags,
  { api, clock, random, log, metrics: all, timing }: ControllerContext,
): ControllerPart {
  const { namespace, service, configuration, addresses } = flags;
  const names = certificateNames({ namespace, service, webhookConfiguration: configuration, ipAddresses: addresses });
  const gauges = all.certificates;
  const metrics = all.loop("certificates");
  const settings = { ...defaultRotation, lookMs: timing.certificatesMs };
  const reconcile = certificateReconciler(flags.certificates, { api, names, settings, clock, log, gauges });
  return oneKey({ name: "certificates", reconcile, workers: 1, clock, log, metrics }, random);
}

function confirmation(
  { configuration }: ControllerFlags,
  { api, clock, random, log, metrics: all, timing }: ControllerContext,
): ControllerPart {
  const metrics = all.loop("webhook-configuration");
  const reconcile = configurationConfirmer({ api, configuration, clock, log, timing: timing.confirmation });
  return oneKey({ name: "webhook configuration", reconcile, workers: 1, clock, log, metrics }, random);
}

/** Work on one thing alone, which is its own name. */
function oneKey(loop: Omit<LoopOptions, "queue">, random: () => number): ControllerPart {
  return {
    name: loop.name,
    run: (signal) => {
      const queue = createWorkQueue({ clock: loop.clock, random });
      queue.add(loop.name);
      return runReconcileLoop({ ...loop, queue }, signal);
    },
  };
}

function usagesPart(controller: ControllerFlags, { metrics: all, instance, ...context }: ControllerContext): ControllerPart {
  const { usages, namespace } = controller;
  const { api, clock, random, log } = context;
  const metrics = all.loop("usages");
  const { observe } = all.usages;
  const events = usageEvents({ api, clock, log, instance, counted: all.eventCounted });
  const reports = allReports(events, all.usages);
  const enforcement = enforcementOf(controller, usages.webhooks, context);
  const flags = {
    ...(enforcement && { unenforced: (resource: ResourceId, signal: AbortSignal) => enforcement.objection(resource, signal) }),
    namespace,
    acrossNamespaces: usages.acrossNamespaces ? "allowed" : "denied",
    attempts: usages.replay ? "replayed" : "ignored",
    protects: ({ group, resource }: { readonly group: string; readonly resource: string }) =>
      usages.of.some((one) => isOneOf(one.group, group) && isOneOf(one.resource, resource)),
  } as const;
  const usageKinds = usageKindsOf(usages.origins);
  let running: ReturnType<typeof createUsageController> | undefined;
  return {
    name: "usages",
    run: (signal) => {
      const queue = createWorkQueue({ clock, random, groupOf: namespaceOfUsage });
      const discovery = discover(api, { clock });
      const controlled = createUsageController({
        ...context,
        discovery,
        usageKinds,
        queue,
        metrics,
        reports,
        observe,
        flags,
      });
      running = controlled;
      enforcement?.onChange(() => controlled.lookAgain());
      return Promise.all([controlled.run(signal), enforcement?.run(signal)]).then(() => undefined);
    },
    waitsFor: () => (running?.hasSynced() === true ? [] : ["usages: the Usages have not been listed yet"]),
  };
}

/** Undefined where nothing is to be looked at. */
function enforcementOf(
  flags: ControllerFlags,
  required: readonly RequiredWebhook[],
  { api, clock, log, timing }: Pick<ControllerContext, "api" | "clock" | "log" | "timing">,
  concerns?: EnforcementOptions["concerns"],
): EnforcementCheck | undefined {
  if (required.length === 0) return undefined;
  const { namespace, service, configuration } = flags;
  const times = { lookMs: timing.enforcementMs, settleMs: timing.settleMs };
  return createEnforcement({
    api,
    namespace,
    service,
    configuration,
    required,
    waitsForConfirmation: mayConfirm(flags),
    clock,
    log,
    timing: times,
    ...(concerns && { concerns }),
  });
}

const isOneOf = (declared: string, found: string): boolean => declared === "*" || declared === found;

function criticalServicesPart(flags: ControllerFlags, { api, metrics: all, ...context }: ControllerContext): ControllerPart {
  const { criticalServices: providers, namespace, criticalServicesWebhooks } = flags;
  const enforcement = enforcementOf(flags, criticalServicesWebhooks, { api, ...context }, concernsOfServices);
  const { observe } = all.criticalServices;
  const metrics = all.loop("critical-services");
  const options = { ...context, server: api, writer: api, providers, namespace, metrics, observe, enforcement };
  return {
    name: "critical services",
    run: (signal) => Promise.all([keepMarks(options, signal), enforcement?.run(signal)]).then(() => undefined),
  };
}

function claimParts(
  pairs: ControllerFlags["foregroundClaims"],
  { api, metrics: all, timing, ...context }: ControllerContext,
): readonly ControllerPart[] {
  if (pairs.length === 0) return [];
  const { observe } = all.claims;
  const metrics = all.loop("claims");
  const options = { ...context, server: api, writer: api, againMs: timing.compositeMs, metrics, observe };
  return pairs.map(([claim, composite]) => {
    const declared = { claim, composite };
    const watched = { ...servedClaimKinds(api, declared), clock: context.clock, againMs: timing.claimKindsMs };
    return {
      name: `foreground deletion of ${claim.resource}.${claim.group}`,
      run: (stop) => whileServed(watched, (kinds, signal) => runClaims({ ...options, declared, kinds }, signal), stop),
    };
  });
}

/** A part for each kind: they come and go one by one. */
function unprotectedParts(
  { of, marks }: ControllerFlags["unprotected"],
  { api, metrics: all, timing, instance, ...context }: ControllerContext,
): readonly ControllerPart[] {
  if (of.length === 0) return [];
  const { clock, log } = context;
  const { observe, counted } = all.unprotected;
  const reporter = { name: "unprotected", prefix: "unprotected" };
  const write = eventWriter({ api, clock, log, instance, counted: all.eventCounted, reporter });
  const shared = { ...context, server: api, writer: api, ofProtected: [...ownOpenings, ...marks], observe };
  const options = {
    ...shared,
    metrics: all.loop("unprotected"),
    reports: takeBackReports({ clock, log, write, counted }),
    lookMs: timing.unprotectedMs,
  };
  return of.map((declared) => {
    const find = (signal: AbortSignal) => findServed(api, declared, { signal });
    const isSame = (one: ServedResource, other: ServedResource): boolean => one.version === other.version;
    const watched = { find, isSame, clock, againMs: timing.unprotectedKindsMs };
    return {
      name: `what was unprotected of ${resourceText(declared)}`,
      run: (stop) => whileServed(watched, (resource, signal) => runExpiries({ ...options, resource }, signal), stop),
    };
  });
}
