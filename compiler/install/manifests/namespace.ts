import { type Installation, type ManifestObject, describedBy } from "./manifest-object.ts";
import { priorityClass } from "./pod.ts";

/** As many Pods as nobody reaches who only installs this: Gatekeeper's figure. */
const maxPods = "100";

/**
 * A namespace of its own: its network policies deny what they do not name, and the webhook is asked about nothing in
 * it. Where critical Pods are limited to namespaces with a quota for them (GKE does so), the quota lets ours run.
 */
export function namespaceObjects(installation: Installation): readonly ManifestObject[] {
  const { namespace } = installation.fallback;
  const security = ["enforce", "audit", "warn"].flatMap((mode) => [
    [`pod-security.kubernetes.io/${mode}`, "restricted"],
    [`pod-security.kubernetes.io/${mode}-version`, "latest"],
  ]);
  return [
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: describedBy(installation, {
        name: namespace,
        wave: "foundation",
        isClusterScoped: true,
        pruned: "never",
        labels: { "kubernetes.io/metadata.name": namespace, ...(Object.fromEntries(security) as Record<string, string>) },
      }),
    },
    {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: describedBy(installation, { name: "holdfast-critical-pods", wave: "foundation" }),
      spec: {
        hard: { pods: maxPods },
        scopeSelector: { matchExpressions: [{ operator: "In", scopeName: "PriorityClass", values: [priorityClass] }] },
      },
    },
  ];
}
