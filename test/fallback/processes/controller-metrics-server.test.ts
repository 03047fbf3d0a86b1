import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import { runClaims } from "../../../runtime-fallback/claims/run-claims.ts";
import { systemClock as clock } from "../../../runtime-fallback/clock.ts";
import { keepMarks } from "../../../runtime-fallback/critical-services/keep-marks.ts";
import { controllerMetrics } from "../../../runtime-fallback/processes/controller-metrics.ts";
import { createRegistry } from "../../../runtime-fallback/telemetry/registry.ts";
import { valueOf } from "../telemetry/series.ts";
import { usageEvents, allReports } from "../../../runtime-fallback/usages/usage-events.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { defineKinds } from "../usages/guarded-cluster.ts";
import { configMaps, objectsOn, reference, usages } from "../usages/objects.ts";
import { type RunningController, runController } from "../usages/running-controller.ts";

const services = "/apis/protection.holdfast.dev/v1alpha1/criticalservices";
const group = "claims.example.com";
const kinds = {
  claim: { group, version: "v1", resource: "databases", kind: "Database" },
  composite: { group, version: "v1", resource: "xdatabases", kind: "XDatabase" },
};
const claims = `/apis/${group}/v1/namespaces/default/databases`;
const composites = `/apis/${group}/v1/xdatabases`;
const quiet = (): void => undefined;

describeWithServer("what the controller counts", {}, (server) => {
  const { make, use, remove, untilReady, untilGone } = objectsOn(server);
  const registry = createRegistry({ version: "test", rulesHash: "none" });
  const metrics = controllerMetrics(registry, { clock, isLeader: () => true });
  let api: ApiServer;
  let [usageController, stop]: [RunningController?, AbortController?] = [];
  let running: Promise<unknown>;

  const value = async (series: string): Promise<number> => valueOf(await registry.text(), series);
  const becomes = (series: string, wanted: number): Promise<void> =>
    waitUntil(`${series} is ${wanted}`, async () => (await value(series)) === wanted);
  const usagesOf = (reason: string): string => `holdfast_usages{resource="usages.protection.holdfast.dev",reason="${reason}"}`;

  const begin = async (): Promise<void> => {
    const ends = new AbortController();
    stop = ends;
    const telemetry = {
      log: { info: quiet, warn: quiet },
      metrics: { onListed: quiet, onListFailed: quiet, onWatchEnded: quiet, onListenerFailed: quiet },
    };
    const shared = { server: api, writer: api, clock, random: Math.random, log: quiet, telemetry };
    const events = usageEvents({ api, clock, log: quiet, instance: "test", counted: metrics.eventCounted });
    usageController = await runController(server(), {
      reports: allReports(events, metrics.usages),
      observe: metrics.usages.observe,
    });
    const { criticalServices, claims: ofClaims, loop } = metrics;
    const providers = [{ group: "apps", resource: "deployments" }];
    const ofServices = { ...shared, providers, namespace: "holdfast-system", observe: criticalServices.observe };
    running = Promise.all([
      keepMarks({ ...ofServices, metrics: loop("critical-services") }, ends.signal),
      runClaims(
        { ...shared, declared: kinds, kinds, againMs: 100, observe: ofClaims.observe, metrics: loop("claims") },
        ends.signal,
      ),
    ]);
  };
  const end = async (): Promise<void> => {
    stop?.abort();
    await Promise.all([usageController?.end(), running]);
  };

  beforeAll(async () => {
    api = await connect({ kubeconfig: server().kubeconfig });
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    await defineKinds(server());
    await applyCustomResourceDefinition(server(), {
      group: "protection.holdfast.dev",
      kind: "CriticalService",
      plural: "criticalservices",
      scope: "Cluster",
      versions: [{ name: "v1alpha1", statusSubresource: true }],
    });
    for (const [kind, plural, scope] of [
      ["Database", "databases", "Namespaced"],
      ["XDatabase", "xdatabases", "Cluster"],
    ] as const)
      await applyCustomResourceDefinition(server(), { group, kind, plural, scope, versions: [{ name: "v1" }] });
    await begin();
  });

  afterAll(async () => {
    await end();
    await api.close();
  });

  test("Usages, by what they say of themselves, and what was written for them", async () => {
    await make(configMaps, "kept");
    await use(usages, "keep", { reason: "needed", of: reference(configMaps, "kept") });
    await use(usages, "early", { reason: "needed", of: reference(configMaps, "missing") });
    await untilReady(usages, "keep");
    await becomes(usagesOf("Available"), 1);
    await becomes(usagesOf("TargetNotFound"), 1);
    expect(await value('holdfast_usage_steps_total{step="mark"}')).toBe(1);
    await becomes('holdfast_events_total{outcome="written"}', 2);
    await remove(usages, "keep");
    await untilGone(usages, "keep");
    await becomes(usagesOf("Available"), 0);
    expect(await value('holdfast_usage_steps_total{step="unmark"}')).toBe(1);
  });

  test("CriticalServices, by what they say of themselves", async () => {
    const provider = { group: "apps", resource: "deployments", namespace: "shop", name: "web" };
    await created(server(), services, {
      apiVersion: "protection.holdfast.dev/v1alpha1",
      kind: "CriticalService",
      metadata: { name: "web" },
      spec: { provider, criteria: [] },
    });
    await becomes('holdfast_critical_services{reason="ProviderNotFound"}', 1);
    expect(await value('holdfast_critical_services{reason="Marked"}')).toBe(0);
  });

  test("claims that wait for their composites, and how long", async () => {
    const apiVersion = `${group}/v1`;
    const claimRef = { apiVersion, kind: "Database", namespace: "default", name: "db" };
    const finalizers = ["example.com/slow"];
    await created(server(), composites, {
      apiVersion,
      kind: "XDatabase",
      metadata: { name: "db", finalizers },
      spec: { claimRef },
    });
    const resourceRef = { apiVersion, kind: "XDatabase", name: "db" };
    const spec = { compositeDeletePolicy: "Foreground", resourceRef };
    await created(server(), claims, { apiVersion, kind: "Database", metadata: { name: "db" }, spec });
    await waitUntil("the claim is held", async () => {
      const { body } = await server().request({ method: "GET", path: `${claims}/db` });
      return "finalizers" in (body["metadata"] as object);
    });
    expect(await value("holdfast_claims_waiting")).toBe(0);
    expect(await value("holdfast_claims_oldest_waiting_seconds")).toBe(0);
    const deletedAt = performance.now();
    await server().request({ method: "DELETE", path: `${claims}/db` });
    await becomes("holdfast_claims_waiting", 1);
    await waitUntil("it waits for a second", async () => (await value("holdfast_claims_oldest_waiting_seconds")) >= 1);
    const waiting = await value("holdfast_claims_oldest_waiting_seconds");
    // The server notes whole seconds.
    expect(waiting).toBeLessThanOrEqual((performance.now() - deletedAt) / 1000 + 1);
  });

  test("nothing that it knew before is counted after it has ceased to lead, and all of it when it leads again", async () => {
    await end();
    const counts = [
      usagesOf("TargetNotFound"),
      'holdfast_critical_services{reason="ProviderNotFound"}',
      "holdfast_claims_waiting",
    ];
    expect(await Promise.all(counts.map(value))).toEqual([0, 0, 0]);
    await begin();
    for (const series of counts) await becomes(series, 1);
  });
});
