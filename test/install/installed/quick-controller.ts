import { runController } from "../../../runtime-fallback/processes/controller.ts";
import { readControllerFlags } from "../../../runtime-fallback/processes/controller-flags.ts";
import { runProcess } from "../../../runtime-fallback/processes/end-process.ts";

const often = {
  certificatesMs: 300,
  claimKindsMs: 300,
  unprotectedKindsMs: 300,
  unprotectedMs: 300,
  compositeMs: 300,
  enforcementMs: 300,
  settleMs: 300,
  confirmation: { settleMs: 300, lookMs: 300 },
};
const [, ...flags] = process.argv.slice(2);

/**
 * `runtime-fallback/main.ts controller ...`, which looks so often at what no event tells that no test has to wait for
 * it.
 */
await runProcess(() => runController(readControllerFlags(flags), often));
