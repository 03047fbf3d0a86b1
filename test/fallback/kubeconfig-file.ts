import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface KubeconfigContents {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, unknown>> }[];
  readonly users: readonly { readonly user: Readonly<Record<string, unknown>> }[];
}

/** Of a control plane, whose kubeconfigs are JSON. */
export function readKubeconfig(path: string): KubeconfigContents {
  return JSON.parse(readFileSync(path, "utf8")) as KubeconfigContents;
}

export interface KubeconfigParts {
  readonly cluster: Readonly<Record<string, unknown>>;
  readonly user: Readonly<Record<string, unknown>>;
}

/** Of one context, `here`. */
export function writeKubeconfig(directory: string, { cluster, user }: KubeconfigParts): string {
  const path = join(directory, "kubeconfig");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "here", cluster }],
    users: [{ name: "me", user }],
    contexts: [{ name: "here", context: { cluster: "here", user: "me" } }],
    "current-context": "here",
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}
