import { allowed } from "../../../runtime-fallback/webhook/decision.ts";
import { everything, serve } from "./serve.ts";

/**
 * A server in a process of its own, one of whose rules keeps its thread for as long as it is told to: started by
 * `busy.test.ts`.
 */
const held = new Int32Array(new SharedArrayBuffer(4));
const served = await serve({
  level: "error",
  routes: [
    {
      path: "/busy",
      rule: "busy",
      covers: everything,
      decide: async ({ request }) => {
        process.send?.("busy");
        Atomics.wait(held, 0, 0, Number(request.name));
        return allowed();
      },
    },
  ],
});
process.send?.({ port: served.port, healthPort: served.healthPort, certificate: served.authority.certificate });
