import { connect } from "../../../runtime-fallback/api/connect.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { criticalServiceRoutes } from "../../../runtime-fallback/critical-services/critical-service-routes.ts";
import { endProcess } from "../../../runtime-fallback/processes/end-process.ts";
import { createLog } from "../../../runtime-fallback/telemetry/log.ts";
import { admissionMetrics } from "../../../runtime-fallback/telemetry/metrics.ts";
import { createRegistry } from "../../../runtime-fallback/telemetry/registry.ts";
import { readinessOf } from "../../../runtime-fallback/webhook/readiness.ts";
import { rejections } from "../../../runtime-fallback/webhook/rejection.ts";
import { startWebhookServer } from "../../../runtime-fallback/webhook/server.ts";
import { tlsFiles } from "../../../runtime-fallback/webhook/tls-files.ts";

/** The routes of critical services in a process of their own: `webhook-main.ts <kubeconfig> <directory of TLS> <port>`. */
const [kubeconfig = "", directory = "", port = "0"] = process.argv.slice(2);
const clock = systemClock;
const log = createLog({ level: "info", clock });
const server = await connect({ kubeconfig, clock });
const registry = createRegistry({ version: "test", rulesHash: "none" });
const routes = criticalServiceRoutes(server);
const webhook = await startWebhookServer({
  routes,
  tls: tlsFiles({ directory, clock }),
  reviews: { host: "127.0.0.1", port: Number(port) },
  health: { host: "127.0.0.1", port: 0 },
  readiness: () => readinessOf([]),
  drainDelayMs: 0,
  log,
  metrics: admissionMetrics(registry, { rules: routes.map(({ rule }) => rule), rejections }),
  registry,
  clock,
});
log.info("the webhook answers reviews", { port: webhook.port, healthPort: webhook.healthPort });
endProcess(async () => {
  await webhook.drain();
  await server.close();
  log.flush();
});
