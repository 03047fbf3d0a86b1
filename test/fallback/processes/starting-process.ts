import { setTimeout as sleep } from "node:timers/promises";
import { runProcess } from "../../../runtime-fallback/processes/end-process.ts";

/** Answers, and only then has started: after so many milliseconds, or `never`. */
const [after = "never"] = process.argv.slice(2);

await runProcess(async () => {
  console.log("it answers");
  if (after === "never") await new Promise<never>(() => setInterval(() => undefined, 60_000));
  await sleep(Number(after));
  return { stop: async () => console.log("it has drained") };
});
