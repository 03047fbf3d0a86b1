import { runController } from "./processes/controller.ts";
import { readControllerFlags } from "./processes/controller-flags.ts";
import { runProcess } from "./processes/end-process.ts";

/** What the container of the controller starts, bundled into one file: `node controller.mjs --flags`. */
await runProcess(() => runController(readControllerFlags(process.argv.slice(2))));
