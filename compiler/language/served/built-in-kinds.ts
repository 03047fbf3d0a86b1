/** Where the API server serves a kind, and in which of its subresources admission sees an object of that very kind. */
export interface BuiltInKind {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Not `scale`, `eviction` or `binding`: those hand over objects of other kinds. */
  readonly subresources: readonly string[];
}

const clusterScoped: ReadonlySet<string> = new Set([
  "ClusterRole",
  "ClusterRoleBinding",
  "CustomResourceDefinition",
  "Namespace",
  "Node",
  "PersistentVolume",
  "StorageClass",
]);

const kind = (name: string, group: string, resource: string, subresources: readonly string[] = []): BuiltInKind => ({
  kind: name,
  group,
  version: "v1",
  resource,
  scope: clusterScoped.has(name) ? "Cluster" : "Namespaced",
  subresources,
});

const rbac = "rbac.authorization.k8s.io";

/** The kinds that `holdfast/kinds` has types for. A test compares them with the discovery of a real API server. */
export const builtInKinds: readonly BuiltInKind[] = [
  kind("ClusterRole", rbac, "clusterroles"),
  kind("ClusterRoleBinding", rbac, "clusterrolebindings"),
  kind("ConfigMap", "", "configmaps"),
  kind("CronJob", "batch", "cronjobs", ["status"]),
  kind("CustomResourceDefinition", "apiextensions.k8s.io", "customresourcedefinitions", ["status"]),
  kind("DaemonSet", "apps", "daemonsets", ["status"]),
  kind("Deployment", "apps", "deployments", ["status"]),
  kind("Ingress", "networking.k8s.io", "ingresses", ["status"]),
  kind("Job", "batch", "jobs", ["status"]),
  kind("Namespace", "", "namespaces", ["finalize", "status"]),
  kind("Node", "", "nodes", ["status"]),
  kind("PersistentVolume", "", "persistentvolumes", ["status"]),
  kind("PersistentVolumeClaim", "", "persistentvolumeclaims", ["status"]),
  kind("Pod", "", "pods", ["ephemeralcontainers", "resize", "status"]),
  kind("Role", rbac, "roles"),
  kind("RoleBinding", rbac, "rolebindings"),
  kind("Secret", "", "secrets"),
  kind("Service", "", "services", ["status"]),
  kind("StatefulSet", "apps", "statefulsets", ["status"]),
  kind("StorageClass", "storage.k8s.io", "storageclasses"),
];
