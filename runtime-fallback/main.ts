import { isMainThread } from "node:worker_threads";
import { runController } from "./processes/controller.ts";
import { readControllerFlags } from "./processes/controller-flags.ts";
import { endProcess, reportAndExit } from "./processes/end-process.ts";
import { FlagError } from "./processes/flag-error.ts";
import { runWebhook } from "./processes/webhook.ts";
import { readWebhookFlags } from "./processes/webhook-flags.ts";

/** What both containers start: `main.ts webhook ...` or `main.ts controller ...`. Bundled, it is also what the thread of health starts. */
if (isMainThread) await run();

async function run(): Promise<void> {
  try {
    const [process_, ...flags] = process.argv.slice(2);
    const running = await start(process_, flags);
    endProcess(() => running.stop());
  } catch (error) {
    reportAndExit(error);
  }
}

async function start(name: string | undefined, flags: readonly string[]): Promise<{ stop(): Promise<void> }> {
  if (name === "webhook") return runWebhook(readWebhookFlags(flags));
  if (name === "controller") return runController(readControllerFlags(flags));
  throw new FlagError(`there is no process ${name ?? "without a name"}`, "start with webhook or controller, then its flags");
}
