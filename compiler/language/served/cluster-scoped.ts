/**
 * Resources of the API server's own groups whose objects are in no Namespace. A test compares them with the discovery
 * of a real API server; one that it does not list yet is taken for one that may be in a Namespace.
 */
const clusterScoped: Readonly<Record<string, readonly string[]>> = {
  "": ["componentstatuses", "namespaces", "nodes", "persistentvolumes"],
  "admissionregistration.k8s.io": [
    "mutatingadmissionpolicies",
    "mutatingadmissionpolicybindings",
    "mutatingwebhookconfigurations",
    "validatingadmissionpolicies",
    "validatingadmissionpolicybindings",
    "validatingwebhookconfigurations",
  ],
  "apiextensions.k8s.io": ["customresourcedefinitions"],
  "apiregistration.k8s.io": ["apiservices"],
  "authentication.k8s.io": ["selfsubjectreviews", "tokenreviews"],
  "authorization.k8s.io": ["selfsubjectaccessreviews", "selfsubjectrulesreviews", "subjectaccessreviews"],
  "certificates.k8s.io": ["certificatesigningrequests", "clustertrustbundles"],
  "flowcontrol.apiserver.k8s.io": ["flowschemas", "prioritylevelconfigurations"],
  "internal.apiserver.k8s.io": ["storageversions"],
  "networking.k8s.io": ["ingressclasses", "ipaddresses", "servicecidrs"],
  "node.k8s.io": ["runtimeclasses"],
  "rbac.authorization.k8s.io": ["clusterrolebindings", "clusterroles"],
  "resource.k8s.io": ["deviceclasses", "devicetaintrules", "resourceslices"],
  "scheduling.k8s.io": ["priorityclasses"],
  "storage.k8s.io": ["csidrivers", "csinodes", "storageclasses", "volumeattachments", "volumeattributesclasses"],
  "storagemigration.k8s.io": ["storageversionmigrations"],
};

export function isClusterScoped(group: string, resource: string): boolean {
  return (clusterScoped[group] ?? []).includes(resource);
}
