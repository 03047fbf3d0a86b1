import { readFunctionFlags } from "./composition-function/flags.ts";
import { serveFunction } from "./composition-function/serve.ts";
import { systemClock } from "./clock.ts";
import { runProcess } from "./processes/end-process.ts";
import { createLog } from "./telemetry/log.ts";

/**
 * Entry point of the composition function for Crossplane. Its image has it bundled into one file:
 * `node keep-namespace.mjs --flags`.
 */
await runProcess(async () => {
  const { isDebug, ...flags } = readFunctionFlags(process.argv.slice(2), process.env);
  const log = createLog({ level: isDebug ? "debug" : "info", clock: systemClock });
  const serving = await serveFunction({ ...flags, log });
  log.info("the composition function answers", { port: serving.port, secure: flags.certificates !== undefined });
  return serving;
});
