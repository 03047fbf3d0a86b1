import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../control-plane/wait-until.ts";
import type { KubeconfigContents } from "../kubeconfig-file.ts";
import type { Protected } from "./protected-installation.ts";

/** From its next start on, which is now, the webhook reaches the API server by that port. Returns when it is ready. */
export async function webhookThrough(
  { directory, webhook }: Protected,
  { port, authority }: { readonly port: number; readonly authority: string },
): Promise<void> {
  const path = join(directory, "accounts/webhook/kubeconfig");
  const config = JSON.parse(readFileSync(path, "utf8")) as KubeconfigContents;
  const cluster = { server: `https://127.0.0.1:${port}`, "certificate-authority-data": authority };
  writeFileSync(path, JSON.stringify({ ...config, clusters: config.clusters.map((one) => ({ ...one, cluster })) }));
  await webhook.kill();
  await webhook.start();
  await waitUntil("the webhook is ready through the proxy", () => webhook.process().isReady());
}
