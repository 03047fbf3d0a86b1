import type { AllowedOwners, Match } from "holdfast";

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

/**
 * The StatefulSet controller has a claim owned by its StatefulSet, or by a Pod that is scaled away, where `persistentVolumeClaimRetentionPolicy`
 * says Delete; without this it stops at the first Pod whose claim is protected. The claim itself stays as long as its mark does.
 * `system:kube-controller-manager` are all controllers of a cluster where these have no credentials of their own.
 */
export const OWNERS_OF_CLAIMS: AllowedOwners = {
  allow: ["system:serviceaccount:kube-system:statefulset-controller", "system:kube-controller-manager"],
};
