import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { connect } from "../api/connect.ts";
import type { RequestServer } from "../api/api-server.ts";
import { certificateNames } from "../certificates/certificate-names.ts";
import { certificateReconciler } from "../certificates/certificates.ts";
import { defaultRotation } from "../certificates/rotation-settings.ts";
import { leaderOnly } from "../controller/leader-only.ts";
import { createLeaderElection } from "../controller/leader-election.ts";
import { runReconcileLoop } from "../controller/reconcile-loop.ts";
import { createWorkQueue } from "../controller/work-queue.ts";
import { systemClock } from "../clock.ts";
import { createLog } from "../telemetry/log.ts";
import { type MetricsRegistry, createRegistry } from "../telemetry/registry.ts";
import { createHealthServer } from "../webhook/health-server.ts";
import { readinessOf } from "../webhook/readiness.ts";
import type { ControllerFlags } from "./controller-flags.ts";
import { expiryGauges } from "./expiry-gauges.ts";
import { loopMetrics } from "./loop-metrics.ts";

export interface ControllerProcess {
  readonly healthPort: number;
  /** Ends what is under way, and gives the Lease back. */
  stop(): Promise<void>;
}

const leaseName = "holdfast-controller";

/** The controller, as its Deployment starts it: one of the replicas works, the others wait to take over. */
export async function runController(flags: ControllerFlags): Promise<ControllerProcess> {
  const output = createLog({ level: flags.logLevel, clock: systemClock });
  const log = (level: "info" | "warn" | "error", message: string, fields?: Readonly<Record<string, string | number>>): void =>
    output[level](message, fields);
  const registry = createRegistry({ version: flags.version, rulesHash: "none" });
  const { kubeconfig, context } = flags;
  const server = await connect({
    clock: systemClock,
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
  });
  const election = createLeaderElection({
    api: server,
    lease: { namespace: flags.namespace, name: leaseName },
    identity: `${process.env["POD_NAME"] ?? "controller"}-${randomUUID()}`,
    clock: systemClock,
    random: Math.random,
    log,
  });
  registry.gaugeOf({ name: "holdfast_leader", help: "1 while this process leads." }, () => (election.isLeader() ? 1 : 0));
  const health = createHealthServer({ readiness: () => readinessOf([]), metrics: registry });
  await new Promise<void>((resolve, reject) => {
    health.once("error", reject);
    health.listen({ host: flags.host, port: flags.healthPort }, resolve);
  });
  const ends = new AbortController();
  const { port: healthPort } = health.address() as AddressInfo;
  const api = leaderOnly(server, election.isLeader);
  const work = election.run((signal) => keepCertificates(flags, { api, log, registry, signal }), ends.signal);
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

interface Surroundings {
  readonly api: RequestServer;
  readonly log: Parameters<typeof certificateReconciler>[1]["log"];
  readonly registry: MetricsRegistry;
  readonly signal: AbortSignal;
}

async function keepCertificates(flags: ControllerFlags, { api, log, registry, signal }: Surroundings): Promise<void> {
  const { namespace, service, configuration, addresses, certificates } = flags;
  const queue = createWorkQueue({ clock: systemClock, random: Math.random });
  const names = certificateNames({ namespace, service, webhookConfiguration: configuration, ipAddresses: addresses });
  const gauges = expiryGauges(registry);
  const reconcile = certificateReconciler(certificates, {
    api,
    names,
    settings: defaultRotation,
    clock: systemClock,
    log,
    gauges,
  });
  queue.add("certificates");
  const metrics = loopMetrics(registry, "certificates");
  await runReconcileLoop({ name: "certificates", queue, reconcile, workers: 1, clock: systemClock, log, metrics }, signal);
}
