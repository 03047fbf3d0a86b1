import { runController } from "../../../runtime-fallback/processes/controller.ts";
import { readControllerFlags } from "../../../runtime-fallback/processes/controller-flags.ts";
import { endProcess, reportAndExit } from "../../../runtime-fallback/processes/end-process.ts";

/** `runtime-fallback/main.ts controller ...`, which looks so often at what no event tells that no test has to wait for it. */
try {
  const [, ...flags] = process.argv.slice(2);
  const running = await runController(readControllerFlags(flags), {
    certificatesMs: 300,
    claimKindsMs: 300,
    compositeMs: 300,
    enforcementMs: 300,
    settleMs: 300,
  });
  endProcess(() => running.stop());
} catch (error) {
  reportAndExit(error);
}
