import { endProcess, reportAndExit } from "./end-process.ts";
import { runWebhook } from "./webhook.ts";
import { readWebhookFlags } from "./webhook-flags.ts";

/** The entry of the webhook process. */
try {
  const webhook = await runWebhook(readWebhookFlags(process.argv.slice(2)));
  endProcess(() => webhook.stop());
} catch (error) {
  reportAndExit(error);
}
