import type { Kustomization } from "./kubernetes-objects.ts";

export const kustomizationFile = "kustomization.yaml";

/** So that `kubectl apply -k generated/` and Flux take every file, and nothing else that lies beside them. */
export function buildKustomization(files: readonly string[]): Kustomization {
  return {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources: files.toSorted(),
  };
}
