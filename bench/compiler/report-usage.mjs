/**
 * Loaded with `--import` into a process that is measured: at its end it says what CPU time and memory it took.
 * JavaScript, so that Node need not strip types for it.
 */
import { appendFileSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  appendFileSync(process.env["HOLDFAST_BENCH_USAGE"] ?? "", `${JSON.stringify({ cpuMs: (user + system) / 1000, maxRSS })}\n`);
});
