import { connect } from "../kubernetes/connect.ts";
import { systemClock } from "../clock.ts";
import { loadRules } from "../webhook/rules/rules-module.ts";
import { createLog } from "../telemetry/log.ts";
import { tlsFiles } from "../webhook/tls/tls-files.ts";
import { apiOf } from "./read-flags.ts";
import { type WebhookProcess, serveWebhook } from "./serve-webhook.ts";
import type { WebhookFlags } from "./webhook-flags.ts";

/** Runs the webhook, as in its Deployment. Rejects if it could not answer any review. */
export async function runWebhook(flags: WebhookFlags): Promise<WebhookProcess> {
  const clock = systemClock;
  const log = createLog({ level: flags.logLevel, clock });
  const module = flags.rules && (await loadRules(flags.rules.file, flags.rules.sha256));
  const server = await connect({ clock, ...apiOf(flags) });
  const tls = tlsFiles({
    directory: flags.tls,
    clock,
    ...(flags.clients && { clientAuthoritiesFile: flags.clients.authoritiesFile }),
  });
  const webhook = await serveWebhook({ flags, module, server, tls, memory: "informers", log, clock });
  log.info("the webhook answers reviews", {
    port: webhook.port,
    healthPort: webhook.healthPort,
    rules: webhook.routes.length,
  });
  return webhook;
}
