import { readVersion } from "../../compiler/api/own-package.ts";
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { connect } from "../kubernetes/connect.ts";
import { systemClock, type Clock } from "../clock.ts";
import { createLeaderElection, leaderOnly } from "../controller/leader-election.ts";
import { createLog } from "../telemetry/log.ts";
import { createRegistry } from "../telemetry/registry.ts";
import { createHealthServer } from "../webhook/health/health-server.ts";
import { apiOf } from "./read-flags.ts";
import type { ControllerFlags } from "./controller-flags.ts";
import { controllerMetrics } from "./controller-metrics.ts";
import { controllerParts } from "./controller-parts.ts";
import { type ControllerTiming, defaultControllerTiming } from "./controller-timing.ts";
import { keepRunning } from "./keep-running.ts";
import { reflectorTelemetry } from "./reflector-telemetry.ts";
import { criticalServiceResource } from "../../compiler/api/critical-services.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { usageKindsOf } from "../../compiler/api/usage-kinds.ts";
import type { RequestServer } from "../kubernetes/api-server.ts";
import { errorText } from "../controller/log.ts";
import { type Readiness, readinessOf } from "../webhook/health/readiness.ts";

export interface ControllerProcess {
  readonly healthPort: number;
  /** Ends what is under way, and gives the Lease back. */
  stop(): Promise<void>;
}

const leaseName = "holdfast-controller";

/** Runs the controller, as in its Deployment. One replica is the leader; the others wait to take over. */
export async function runController(
  flags: ControllerFlags,
  timing: ControllerTiming = defaultControllerTiming,
): Promise<ControllerProcess> {
  const output = createLog({ level: flags.logLevel, clock: systemClock });
  const log = (level: "info" | "warn" | "error", message: string, fields?: Readonly<Record<string, string | number>>): void =>
    output[level](message, fields);
  const registry = createRegistry({ version: readVersion(), rulesHash: "none" });
  const server = await connect({ clock: systemClock, ...apiOf(flags) });
  const instance = process.env["POD_NAME"] ?? "controller";
  const readiness = controllerReadiness(systemClock);
  const election = createLeaderElection({
    api: readiness.heard(server),
    lease: { namespace: flags.namespace, name: leaseName },
    identity: `${instance}-${randomUUID()}`,
    clock: systemClock,
    random: Math.random,
    log,
  });
  const metrics = controllerMetrics(registry, { clock: systemClock, isLeader: election.isLeader });
  const health = createHealthServer({ readiness: readiness.now, metrics: registry });
  await new Promise<void>((resolve, reject) => {
    health.once("error", reject);
    health.listen({ host: flags.host, port: flags.healthPort }, resolve);
  });
  const ends = new AbortController();
  const { port: healthPort } = health.address() as AddressInfo;
  const api = { ...leaderOnly(server, election.isLeader), watch: server.watch };
  const telemetry = reflectorTelemetry(output, registry, watchedResources(flags));
  const shared = { clock: systemClock, log, failed: readiness.failed };
  const parts = controllerParts(flags, { ...shared, api, random: Math.random, telemetry, metrics, instance, timing });
  readiness.waitsFor(() => (election.isLeader() ? parts.flatMap(({ waitsFor }) => waitsFor?.() ?? []) : []));
  const lead = (signal: AbortSignal) => Promise.all(parts.map((part) => keepRunning(part, shared, signal)));
  const work = election.run((signal) => lead(signal).then(() => undefined), ends.signal);
  output.info("the controller stands for election", { healthPort, lease: leaseName });
  return {
    healthPort,
    stop: async () => {
      ends.abort();
      await work;
      health.close();
      health.closeAllConnections();
      await server.close();
      output.flush();
    },
  };
}

/** What the controller may watch, for the labels of its metrics; what a `*` stands for has the label `other`. */
function watchedResources({
  usages,
  criticalServices,
  foregroundClaims,
  unprotected,
}: ControllerFlags): readonly GroupResource[] {
  const namespaces = { group: "", resource: "namespaces" };
  return [
    ...(usages.of.length > 0 ? [...usageKindsOf(usages.origins), ...usages.of] : []),
    ...(criticalServices.length > 0 ? [criticalServiceResource, namespaces, ...criticalServices] : []),
    ...foregroundClaims.map(([claim]) => claim),
    ...unprotected.of,
  ].filter(({ group, resource }) => group !== "*" && resource !== "*");
}

/** Twice the Lease's duration: by then another replica would lead, if one of them reached the API server. */
const longestSilenceMs = 30_000;
/** Longer than the pause after which a part begins anew: what fails over and over is not ready in between. */
const failureMs = 15_000;

interface ControllerReadiness {
  /** Through it the Lease is asked for, by leaders and by those who wait. */
  heard(server: RequestServer): RequestServer;
  /** A part of the leader's work cannot go on, and will begin anew. */
  failed(part: string, error: unknown): void;
  /** What the leader has not listed yet, a sentence each; nothing where another one leads. */
  waitsFor(what: () => readonly string[]): void;
  now(): Readiness;
}

/** What has to be said before the controller is relied on: it reaches its Lease, and its parts go on. */
export function controllerReadiness(clock: Clock): ControllerReadiness {
  let heardAt: number | undefined;
  const failures = new Map<string, { readonly at: number; readonly why: string }>();
  const waits: (() => readonly string[])[] = [];
  return {
    heard: (server) => ({
      url: server.url,
      close: () => server.close(),
      request: async (request) => {
        const answer = await server.request(request);
        // A Lease that is not there yet, or that another replica has changed, is an answer;
        // having no right to it is none.
        if (answer.status < 300 || answer.status === 404 || answer.status === 409) heardAt = clock.monotonic();
        return answer;
      },
    }),
    failed: (part, error) => void failures.set(part, { at: clock.monotonic(), why: errorText(error) }),
    waitsFor: (what) => void waits.push(what),
    now: () => {
      const at = clock.monotonic();
      const silence =
        heardAt === undefined ? "yet" : at - heardAt > longestSilenceMs ? `for ${longestSilenceMs / 1_000} s` : undefined;
      const failing = [...failures].filter(([, failure]) => at - failure.at < failureMs);
      return readinessOf([
        ...(silence === undefined ? [] : [`the API server has not answered about the Lease ${silence}`]),
        ...failing.map(([part, { why }]) => `${part}: cannot go on: ${why}`),
        ...waits.flatMap((what) => what()),
      ]);
    },
  };
}
