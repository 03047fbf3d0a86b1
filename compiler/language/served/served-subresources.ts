/**
 * Subresources of what kube-apiserver serves itself, as some version from 1.30 on names them in discovery, with those of kinds that only
 * some versions or feature gates serve. Source: kubernetes v1.30.14 and v1.37.1, pkg/registry/<group>/rest; a test compares the stable
 * ones with what a real API server says of itself.
 */
const subresources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "": {
    namespaces: "finalize status",
    nodes: "proxy status",
    persistentvolumeclaims: "status",
    persistentvolumes: "status",
    pods: "attach binding ephemeralcontainers eviction exec log portforward proxy resize status",
    replicationcontrollers: "scale status",
    resourcequotas: "status",
    serviceaccounts: "token",
    services: "proxy status",
  },
  "admissionregistration.k8s.io": { validatingadmissionpolicies: "status" },
  "apiextensions.k8s.io": { customresourcedefinitions: "status" },
  "apiregistration.k8s.io": { apiservices: "status" },
  apps: {
    daemonsets: "status",
    deployments: "scale status",
    replicasets: "scale status",
    statefulsets: "scale status",
  },
  autoscaling: { horizontalpodautoscalers: "status" },
  batch: { cronjobs: "status", jobs: "status" },
  "certificates.k8s.io": { certificatesigningrequests: "approval status", podcertificaterequests: "status" },
  "flowcontrol.apiserver.k8s.io": { flowschemas: "status", prioritylevelconfigurations: "status" },
  "internal.apiserver.k8s.io": { storageversions: "status" },
  "lifecycle.k8s.io": { evictionrequests: "status", evictions: "status" },
  "networking.k8s.io": { ingresses: "status", servicecidrs: "status" },
  policy: { poddisruptionbudgets: "status" },
  "resource.k8s.io": {
    devicetaintrules: "status",
    podschedulingcontexts: "status",
    resourceclaims: "status",
    resourcepoolstatusrequests: "status",
  },
  "scheduling.k8s.io": { compositepodgroups: "status", podgroups: "status", workloads: "status" },
  "storage.k8s.io": { csinodes: "status", volumeattachments: "status" },
  "storagemigration.k8s.io": { storageversionmigrations: "status" },
};

/** Of a resource of kube-apiserver's own, or of any in the group (`*`). */
export function servedSubresources(group: string, resource: string): readonly string[] {
  const ofGroup = Object.hasOwn(subresources, group) ? (subresources[group] ?? {}) : {};
  const found = resource === "*" ? Object.values(ofGroup) : Object.hasOwn(ofGroup, resource) ? [ofGroup[resource] ?? ""] : [];
  return [...new Set(found.flatMap((text) => text.split(" ")))];
}
