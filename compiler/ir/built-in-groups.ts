import { type MatchEntry, groupCovers, isPattern, resourceCovers } from "../api/coverage.ts";

/**
 * Every API group that kube-apiserver serves itself, at any version and behind any gate ("" is core).
 * Source: kubernetes v1.37.1, pkg/controlplane/instance.go (the lists of stable, beta and alpha group versions), with
 * apiextensions-apiserver and kube-aggregator. A group that is missing here costs one evaluation of the match
 * condition for each of its requests and changes no decision.
 */
export const builtInGroups = [
  "",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "apps",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "discovery.k8s.io",
  "events.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "internal.apiserver.k8s.io",
  "lifecycle.k8s.io",
  "networking.k8s.io",
  "node.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
  "storagemigration.k8s.io",
] as const;

/**
 * The one resource that the server stores once and serves in two groups. Under `matchPolicy: Equivalent` a rule for
 * one group also means the other, so wherever we test the group ourselves both have to be named.
 */
export const twinGroups = { groups: ["", "events.k8s.io"], resource: "events" } as const;

/** Whoever names events of one group means the same objects under their other group. */
export function withTwins(match: readonly MatchEntry[]): readonly MatchEntry[] {
  const { groups, resource } = twinGroups;
  const named = match.some(
    (entry) => resourceCovers(entry.resource, resource) && groups.some((group) => groupCovers(entry.group, group)),
  );
  return named ? [...match, ...groups.map((group) => ({ group, version: undefined, resource }))] : match;
}

/** What may be defined by a CustomResourceDefinition. */
export function definedKinds(match: readonly MatchEntry[]): readonly MatchEntry[] {
  return match.filter(({ group }) => isPattern(group) || !builtInGroups.some((builtIn) => builtIn === group));
}

/** Whether the policy may see objects that the API server holds in types of its own. */
export function mayBeBuiltIn(match: readonly MatchEntry[]): boolean {
  return match.some((entry) => builtInGroups.some((group) => groupCovers(entry.group, group)));
}
