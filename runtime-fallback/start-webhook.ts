import { runWebhook } from "./processes/webhook.ts";
import { readWebhookFlags } from "./processes/webhook-flags.ts";
import { runProcess } from "./processes/end-process.ts";

/** Entry point of the webhook. The image has it bundled into one file: `node webhook.mjs --flags`. */
await runProcess(() => runWebhook(readWebhookFlags(process.argv.slice(2))));
