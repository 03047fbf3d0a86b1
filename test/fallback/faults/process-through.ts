import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { endLease } from "../../install/installed/end-lease.ts";
import type { Installation } from "../../install/installed/installation.ts";
import type { KubeconfigContents } from "../kubeconfig-file.ts";

interface Proxy {
  readonly port: number;
  /** PEM, in base64. */
  readonly authority: string;
}

/** The process is started anew, and from then on reaches the API server by that proxy. */
export async function startThrough(
  server: ControlPlane,
  {
    installation,
    name,
    proxy,
  }: { readonly installation: Installation; readonly name: "webhook" | "controller"; readonly proxy: Proxy },
): Promise<void> {
  const path = join(installation.directory, `accounts/${name}/kubeconfig`);
  const config = JSON.parse(readFileSync(path, "utf8")) as KubeconfigContents;
  const cluster = { server: `https://127.0.0.1:${proxy.port}`, "certificate-authority-data": proxy.authority };
  writeFileSync(path, JSON.stringify({ ...config, clusters: config.clusters.map((one) => ({ ...one, cluster })) }));
  await installation[name]?.kill();
  if (name === "controller") await endLease(server);
  await installation[name]?.start();
}
