import type { GroupVersionResource } from "../language/request.ts";

export type { GroupVersionKind, GroupVersionResource } from "../language/request.ts";

/** A resource in whatever version. `group` is `""` for core; in rights and in match rules either may be `*`. */
export interface GroupResource {
  readonly group: string;
  /** The plural. */
  readonly resource: string;
}

/** As kubectl writes it: `deployments.apps`, `namespaces` for core. */
export function resourceName({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** `apps/v1/deployments`, `/v1/namespaces`: the same text for the same resource. */
export function resourceKey({ group, version, resource }: GroupVersionResource): string {
  return [group, version, resource].join("/");
}

export const namespaces: GroupResource = { group: "", resource: "namespaces" };

/** What the webhook is asked about for VSHN AppCat, besides the kinds that the declaration names. */
export const appcatKinds = {
  /** Of which each object is AppCat's: without labels it stays, too. */
  owned: [{ group: "appcat.vshn.io", resource: "xobjectbuckets" }],
  /** What comes by way of something else, as the volumes of a StatefulSet, and goes by the labels of its Namespace. */
  unmanaged: [{ group: "", resource: "persistentvolumeclaims" }],
} as const satisfies Readonly<Record<string, readonly GroupResource[]>>;

/** A rule of a Role or ClusterRole, as RBAC has it. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** What a part of the controller needs: in its own namespace, and in the whole cluster. */
export interface Permissions {
  readonly role: readonly PolicyRule[];
  readonly clusterRole: readonly PolicyRule[];
}
