import { type Served, serve } from "./serve.ts";
import { slowed } from "./slowed.ts";

/** A server in a process of its own, for tests that measure memory: started by `own-process.ts`. */
const served: Served = await serve({ level: "error", ...slowed(Number(process.argv[2])) });
process.on("message", (query) => {
  if (query === "peak") process.send?.({ peakRssBytes: process.resourceUsage().maxRSS * 1024 });
  if (query === "metrics") void served.metricsText().then((text) => process.send?.({ text }));
});
process.send?.({ port: served.port, healthPort: served.healthPort, certificate: served.authority.certificate });
