import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Installation } from "../installed/installation.ts";
import type { KubeconfigContents } from "../kubeconfig-file.ts";

interface Proxy {
  readonly port: number;
  /** PEM, in base64. */
  readonly authority: string;
}

/** The process is started anew, and from then on reaches the API server by that proxy. */
export async function startThrough(installation: Installation, name: "webhook" | "controller", proxy: Proxy): Promise<void> {
  const path = join(installation.directory, `accounts/${name}/kubeconfig`);
  const config = JSON.parse(readFileSync(path, "utf8")) as KubeconfigContents;
  const cluster = { server: `https://127.0.0.1:${proxy.port}`, "certificate-authority-data": proxy.authority };
  writeFileSync(path, JSON.stringify({ ...config, clusters: config.clusters.map((one) => ({ ...one, cluster })) }));
  await installation[name]?.kill();
  await installation[name]?.start();
}
