import type { GoProgram } from "./programs/go-build.ts";
import { type KubernetesVersion, moduleDirectory, readGitVersion } from "./kubernetes-versions.ts";

export type ToolName = "etcd" | "kube-apiserver" | "kube-controller-manager" | "kubectl";

export type ControlPlaneOptions = {
  /** Garbage collection, namespace deletion, disruption budgets and service accounts need it. */
  readonly controllerManager?: boolean;
  /** A second kube-apiserver on the same etcd, which does not go by any ValidatingAdmissionPolicy. */
  readonly lawless?: boolean;
  /** What kube-apiserver gets as `--admission-control-config-file`. */
  readonly admissionConfiguration?: string;
};

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

/** Unless told, the server calls itself v0.0.0, and clients that compare versions misbehave. */
export function programOf(tool: ToolName, version: KubernetesVersion): GoProgram {
  const [gitMajor = "", gitMinor = ""] = version.split(".");
  const settings = { gitVersion: readGitVersion(version), gitMajor, gitMinor };
  const variables = Object.entries(settings).map(([name, value]) => [`k8s.io/component-base/version.${name}`, value] as const);
  return { name: tool, module: moduleDirectory(version), package: toolPackages[tool], variables: Object.fromEntries(variables) };
}
