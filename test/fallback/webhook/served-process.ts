import { defaultLimits } from "../../../runtime-fallback/webhook/limits.ts";
import { createScaledClock } from "../scaled-clock.ts";
import { type ServeOptions, type Served, serve } from "./serve.ts";

/** A server in a process of its own, for tests that measure memory: started by `own-process.ts`. */
const slowdown = Number(process.argv[2]);
const served: Served = await serve({ level: "error", ...slowed() });
process.on("message", (question) => {
  if (question === "peak") process.send?.({ peakRssBytes: process.resourceUsage().maxRSS * 1024 });
  if (question === "metrics") void served.metricsText().then((text) => process.send?.({ text }));
});
process.send?.({ port: served.port, healthPort: served.healthPort, certificate: served.authority.certificate });

/** Clients have so many times as long for all that they do; how long they wait for room stays as it is. */
function slowed(): ServeOptions {
  const { handshakeMs, headersMs, requestMs, waitMs } = defaultLimits;
  return {
    clock: createScaledClock(1 / slowdown),
    limits: {
      handshakeMs: handshakeMs * slowdown,
      headersMs: headersMs * slowdown,
      requestMs: requestMs * slowdown,
      waitMs: waitMs / slowdown,
    },
  };
}
