import { readFileSync } from "node:fs";
import { join } from "node:path";

export type ToolName = "etcd" | "kube-apiserver" | "kube-controller-manager" | "kubectl";

export type ControlPlaneOptions = {
  /** Garbage collection, namespace deletion, disruption budgets and service accounts need it. */
  readonly controllerManager?: boolean;
};

/** The folder of go.mod, from which Go builds the tools. */
export const moduleDirectory: string = import.meta.dirname;

/** Built in this order: what kube-apiserver compiles is most of what the two after it need. */
export const toolPackages: Readonly<Record<ToolName, string>> = {
  etcd: "go.etcd.io/etcd/server/v3",
  "kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
  kubectl: "k8s.io/kubernetes/cmd/kubectl",
  "kube-controller-manager": "k8s.io/kubernetes/cmd/kube-controller-manager",
};

export function toolsFor({ controllerManager = false }: ControlPlaneOptions): readonly ToolName[] {
  const always: readonly ToolName[] = ["etcd", "kube-apiserver", "kubectl"];
  return controllerManager ? [...always, "kube-controller-manager"] : always;
}

/** As in `v1.37.1`. go.mod is the one place that says it. */
export function readKubernetesVersion(): string {
  const text = readFileSync(join(moduleDirectory, "go.mod"), "utf8");
  const version = /^\s*(?:require )?k8s\.io\/kubernetes (v\S+)/m.exec(text)?.[1];
  if (version === undefined) throw new Error("go.mod requires no k8s.io/kubernetes");
  return version;
}
