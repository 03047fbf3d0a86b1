import { runController } from "./processes/controller.ts";
import { readControllerFlags } from "./processes/controller-flags.ts";
import { runProcess } from "./processes/end-process.ts";

/** Entry point of the controller. The image has it bundled into one file: `node controller.mjs --flags`. */
await runProcess(() => runController(readControllerFlags(process.argv.slice(2))));
