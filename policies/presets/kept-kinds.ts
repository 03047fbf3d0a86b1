import type { Match } from "holdfast";

/**
 * Where a mark is meant for any kind, these are looked at: what holds data, what others reach it by, and what takes all of that
 * with it. Add your own kinds, and name the namespaced ones in `guards.namespaces`, too.
 *
 * Not here, and better not added: what the cluster itself makes and deletes all day (Pods, ReplicaSets, Jobs, Events, Leases,
 * Endpoints, EndpointSlices, Nodes, ...). A rule that errs about those stops the cluster.
 */
export const KEPT_KINDS: readonly Match[] = [
  { group: "", resource: "namespaces" },
  { group: "", resource: "persistentvolumes" },
  { group: "", resource: "persistentvolumeclaims" },
  { group: "", resource: "configmaps" },
  { group: "", resource: "secrets" },
  { group: "", resource: "services" },
  { group: "apps", resource: "deployments" },
  { group: "apps", resource: "statefulsets" },
  { group: "networking.k8s.io", resource: "ingresses" },
  { group: "storage.k8s.io", resource: "storageclasses" },
  { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" },
];
