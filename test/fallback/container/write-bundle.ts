import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleProcess } from "../../../.ci/image/bundle-processes.ts";

/** The files of a process that answers reviews, as they stand in the image: its entry is `webhook.mjs`. */
export async function writeBundle(directory: string, entry: string): Promise<void> {
  const files = {
    "webhook.mjs": (await bundleProcess(entry)).text,
    "health-worker.mjs": (await bundleProcess("runtime-fallback/webhook/health/health-worker.ts")).text,
    "package.json": JSON.stringify({ name: "holdfast", version: "0.0.0", type: "module" }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}
