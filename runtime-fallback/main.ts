import { runController } from "./processes/controller.ts";
import { readControllerFlags } from "./processes/controller-flags.ts";
import { runProcess } from "./processes/end-process.ts";
import { HelpfulError } from "../compiler/api/helpful-error.ts";
import { runWebhook } from "./processes/webhook.ts";
import { readWebhookFlags } from "./processes/webhook-flags.ts";

/**
 * Runs a process from its sources: `node main.ts webhook ...` or `node main.ts controller ...`. Containers run bundles
 * of start-webhook.ts and start-controller.ts instead.
 */
const [process_, ...words] = process.argv.slice(2);
await runProcess(() => start(process_, words));

async function start(name: string | undefined, flags: readonly string[]): Promise<{ stop(): Promise<void> }> {
  if (name === "webhook") return runWebhook(readWebhookFlags(flags));
  if (name === "controller") return runController(readControllerFlags(flags));
  throw new HelpfulError(`there is no process ${name ?? "without a name"}`, "start with webhook or controller, then its flags");
}
