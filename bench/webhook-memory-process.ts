/**
 * The webhook as its container starts it, with the API server at an address in place of the Pod's: in a Pod token and
 * authority are two files (`kubernetes/connect.ts`). Bundled by `webhook-memory.ts`.
 */
import { systemClock } from "../runtime-fallback/clock.ts";
import { fixedCredentials } from "../runtime-fallback/kubernetes/access/credentials.ts";
import { openHttpApiServer } from "../runtime-fallback/kubernetes/http/http-api-server.ts";
import { runProcess } from "../runtime-fallback/processes/end-process.ts";
import { serveWebhook } from "../runtime-fallback/processes/serve-webhook.ts";
import { readWebhookFlags } from "../runtime-fallback/processes/webhook-flags.ts";
import { createLog } from "../runtime-fallback/telemetry/log.ts";
import { loadRules } from "../runtime-fallback/webhook/rules/rules-module.ts";
import { tlsFiles } from "../runtime-fallback/webhook/tls/tls-files.ts";

const [url = "", ...words] = process.argv.slice(2);

await runProcess(async () => {
  const flags = readWebhookFlags(words);
  const clock = systemClock;
  const log = createLog({ level: flags.logLevel, clock });
  const module = flags.rules && (await loadRules(flags.rules.file, flags.rules.sha256));
  const server = openHttpApiServer({ url, credentials: fixedCredentials({ headers: {}, tls: {} }), clock });
  const tls = tlsFiles({ directory: flags.tls, clock });
  const webhook = await serveWebhook({ flags, module, server, tls, memory: "informers", log, clock });
  log.info("the webhook answers reviews", { port: webhook.port, healthPort: webhook.healthPort });
  // What of it is alive, for whoever asks: `kill -USR2`, with --expose-gc.
  process.on("SIGUSR2", () => {
    globalThis.gc?.();
    const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
    log.info("memory", { heapUsed, external, arrayBuffers, rss });
  });
  return webhook;
});
