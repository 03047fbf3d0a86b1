import { readFileSync } from "node:fs";
import { type Served, serve } from "./serve.ts";
import { slowed } from "./slowed.ts";

/** A server in a process of its own, for tests that measure memory: started by `own-process.ts`. */
const served: Served = await serve({ level: "error", ...slowed(Number(process.argv[2])) });
process.on("message", (query) => {
  if (query === "peak") process.send?.({ peakRssBytes: peakRssBytes() });
  if (query === "metrics") void served.metricsText().then((text) => process.send?.({ text }));
});
process.send?.({ port: served.port, healthPort: served.healthPort, certificate: served.authority.certificate });

/**
 * From Linux's own count for this memory: `maxRSS` of getrusage(2) is at least that of the process which forked this one,
 * a worker that has run other tests.
 */
function peakRssBytes(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  if (kibibytes === undefined) throw new Error("/proc/self/status has no VmHWM");
  return Number(kibibytes) * 1024;
}
