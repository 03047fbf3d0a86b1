import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The versions that are built here, the default first: the newest, and the oldest that Holdfast supports. */
export const kubernetesVersions = ["1.37", "1.30"] as const;

export type KubernetesVersion = (typeof kubernetesVersions)[number];

export const newestVersion: KubernetesVersion = kubernetesVersions[0];

/** The folder of its go.mod, from which Go builds the tools of that version and nothing of another. */
export function moduleDirectory(version: KubernetesVersion): string {
  return join(import.meta.dirname, "versions", version);
}

/** With its patch, as the server calls itself: `v1.37.1`. Its go.mod is the one place that says it. */
export function readGitVersion(version: KubernetesVersion): string {
  const file = join(moduleDirectory(version), "go.mod");
  const gitVersion = /^\s*(?:require )?k8s\.io\/kubernetes (v\S+)/m.exec(readFileSync(file, "utf8"))?.[1];
  if (gitVersion === undefined) throw new Error(`${file} requires no k8s.io/kubernetes`);
  return gitVersion;
}

export function isKubernetesVersion(text: string): text is KubernetesVersion {
  return kubernetesVersions.some((version) => version === text);
}
