import { eventMetrics } from "./event-metrics.ts";
import type { CertificateGauges } from "../certificates/stored-certificates.ts";
import type { LoopMetrics, RegisterReader } from "../controller/reconcile-loop.ts";
import type { Clock } from "../clock.ts";
import type { ServiceState } from "../critical-services/keep-marks.ts";
import { serviceReasons } from "../critical-services/reconcile-service.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";
import { readyReasons } from "../usages/condition.ts";
import type { UsageStep } from "../usages/plan/step.ts";
import { type RecordState, recordStates } from "../unprotected/expiries.ts";
import { type TakeBackOutcome, takeBackOutcomes } from "../unprotected/take-back.ts";
import type { UsageState } from "../usages/usage-controller.ts";
import type { UsageReports } from "../usages/usage-events.ts";
import { usageKinds } from "../../compiler/api/usage-kinds.ts";

export interface ControllerMetricsOptions {
  readonly clock: Clock;
  readonly isLeader: () => boolean;
}

export type ControllerMetrics = ReturnType<typeof controllerMetrics>;

const loops = ["certificates", "webhook-configuration", "usages", "critical-services", "claims", "unprotected"] as const;

/**
 * What the controller counts, besides its informers. Once for the process: the work begins anew each time that it
 * begins to lead, and a registry takes no metric twice.
 */
export function controllerMetrics(registry: MetricsRegistry, { clock, isLeader }: ControllerMetricsOptions) {
  registry.gaugeOf({ name: "holdfast_leader", help: "1 while this process is the leader, else 0." }, () => (isLeader() ? 1 : 0));
  return {
    loop: reconcileMetrics(registry),
    certificates: expiryGauges(registry),
    eventCounted: eventMetrics(registry),
    usages: usageMetrics(registry),
    criticalServices: serviceMetrics(registry),
    claims: claimMetrics(registry, clock),
    unprotected: unprotectedMetrics(registry),
  };
}

/** When the certificates that the controller keeps expire; not a number where nothing is known. */
function expiryGauges(registry: MetricsRegistry): CertificateGauges {
  const last = { serving: Number.NaN, authority: Number.NaN };
  const help = (what: string): string => `When the ${what} expires, in seconds since 1970.`;
  registry.gaugeOf(
    { name: "holdfast_serving_certificate_expiry_timestamp_seconds", help: help("certificate of the webhook") },
    () => last.serving,
  );
  registry.gaugeOf(
    { name: "holdfast_authority_expiry_timestamp_seconds", help: help("authority that signs it") },
    () => last.authority,
  );
  return {
    servingNotAfter: (seconds = Number.NaN) => void (last.serving = seconds),
    authorityNotAfter: (seconds = Number.NaN) => void (last.authority = seconds),
  };
}

/** What reconcile loops count, each under its own name. Once for all of them. */
function reconcileMetrics(registry: MetricsRegistry): (loop: (typeof loops)[number]) => LoopMetrics {
  const labels = { loop: loops };
  const depth = registry.gaugeBy({ name: "holdfast_reconcile_queue_depth", help: "Keys that wait to be reconciled.", labels });
  const retries = registry.counter({
    name: "holdfast_reconcile_retries_total",
    help: "Retries of keys after a failure.",
    labels,
  });
  const worked = registry.histogram({
    name: "holdfast_reconcile_seconds",
    help: "Time to reconcile a key, by outcome.",
    labels: { ...labels, outcome: ["done", "failed"] },
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
  });
  return (loop) => ({
    depth: (keys) => depth({ loop }, keys),
    retried: () => retries({ loop }),
    worked: (outcome, seconds) => worked({ loop, outcome }, seconds),
  });
}

/** Before the controller has said anything, or another controller has. */
const unknown = "Unknown";

const steps = Object.keys({
  selection: true,
  finalizer: true,
  record: true,
  user: true,
  mark: true,
  status: true,
  unmark: true,
  withdrawal: true,
  released: true,
  usage: true,
  target: true,
  replay: true,
} satisfies Readonly<Record<Exclude<UsageStep, { kind: "rest" }>["what"], true>>);

/** How many Usages there are of each kind and state, and what was written for them. */
function usageMetrics(registry: MetricsRegistry): UsageReports & { readonly observe: RegisterReader<UsageState> } {
  const states = observed<UsageState>();
  const resourceOf = ({ group, resource }: { readonly group: string; readonly resource: string }): string =>
    `${resource}.${group}`;
  registry.countOf(
    {
      name: "holdfast_usages",
      help: "Usages by resource and by the reason of their condition Ready. Only Available protects the object.",
      labels: { resource: usageKinds.map(resourceOf), reason: [...readyReasons, unknown] },
    },
    function* () {
      for (const { resource, reason = unknown } of states.all()) yield { resource: resourceOf(resource), reason };
    },
  );
  const stepped = registry.counter({
    name: "holdfast_usage_steps_total",
    help: "Writes for Usages by purpose, including denied ones.",
    labels: { step: steps },
  });
  return { observe: states.observe, stepped: (_, { what }) => stepped({ step: what }) };
}

/** How many CriticalServices there are of each state. */
function serviceMetrics(registry: MetricsRegistry): { readonly observe: RegisterReader<ServiceState> } {
  const states = observed<ServiceState>();
  registry.countOf(
    {
      name: "holdfast_critical_services",
      help: "CriticalServices by the reason of their condition Ready. Only Marked, CriterionNotResolvable and CriterionNotReadable protect the provider.",
      labels: { reason: [...serviceReasons, "Unreadable", unknown] },
    },
    function* () {
      for (const { service, reason = unknown } of states.all()) yield { reason: service === undefined ? "Unreadable" : reason };
    },
  );
  return states;
}

/** How many claims wait until their composites are gone, and how long. */
function claimMetrics(registry: MetricsRegistry, clock: Clock): { readonly observe: RegisterReader<number | undefined> } {
  const claims = observed<number | undefined>();
  const waiting = (): readonly number[] => [...claims.all()].filter((since) => since !== undefined);
  registry.gaugeOf(
    { name: "holdfast_claims_waiting", help: "Claims in foreground deletion whose composite still exists." },
    () => waiting().length,
  );
  registry.gaugeOf(
    { name: "holdfast_claims_oldest_waiting_seconds", help: "Waiting time of the oldest such claim. 0 if there is none." },
    () => waiting().reduce((longest, since) => Math.max(longest, clock.now() - since), 0) / 1_000,
  );
  return claims;
}

/** How many records of `holdfast unprotect` there are of each state, and what became of those whose time is over. */
function unprotectedMetrics(registry: MetricsRegistry): {
  readonly observe: RegisterReader<RecordState>;
  readonly counted: (outcome: TakeBackOutcome) => void;
} {
  const states = observed<RecordState>();
  registry.countOf(
    {
      name: "holdfast_unprotected_objects",
      help: "Objects with a record of holdfast unprotect by state. Nobody acts on a void record.",
      labels: { state: recordStates },
    },
    function* () {
      for (const state of states.all()) yield { state };
    },
  );
  const ended = registry.counter({
    name: "holdfast_unprotected_ended_total",
    help: "Handled records of holdfast unprotect whose time is over, by outcome.",
    labels: { outcome: takeBackOutcomes },
  });
  return { observe: states.observe, counted: (outcome) => ended({ outcome }) };
}

interface Observed<T> {
  readonly observe: RegisterReader<T>;
  /** From whoever is observed now. */
  all(): Iterable<T>;
}

/**
 * What parts of the controller know while they run. They run anew each time that this
 * process begins to lead; metrics stay.
 */
function observed<T>(): Observed<T> {
  const reads = new Set<() => Iterable<T>>();
  return {
    observe: (read) => {
      reads.add(read);
      return () => void reads.delete(read);
    },
    *all() {
      for (const read of reads) yield* read();
    },
  };
}
