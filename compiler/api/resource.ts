import type { GroupVersionResource } from "../language/request.ts";

export type { GroupVersionKind, GroupVersionResource } from "../language/request.ts";

/** A resource in any version. `group` is `""` for core. In RBAC rules and match rules, each may be `*`. */
export interface GroupResource {
  readonly group: string;
  /** The plural. */
  readonly resource: string;
}

/** The name as in kubectl: `deployments.apps`, or `namespaces` for core. */
export function resourceName({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** A key that is unique for a resource: `apps/v1/deployments`, `/v1/namespaces`. */
export function resourceKey({ group, version, resource }: GroupVersionResource): string {
  return [group, version, resource].join("/");
}

export const namespaces: GroupResource = { group: "", resource: "namespaces" };

/** Resources that the webhook protects for VSHN AppCat, besides those that the declaration names. */
export const appcatKinds = {
  /** Every object belongs to AppCat, so it is protected without labels too. */
  owned: [{ group: "appcat.vshn.io", resource: "xobjectbuckets" }],
  /** Objects that others create, such as volumes of a StatefulSet. The labels of their Namespace decide. */
  unmanaged: [{ group: "", resource: "persistentvolumeclaims" }],
} as const satisfies Readonly<Record<string, readonly GroupResource[]>>;

/** A rule of a Role or ClusterRole. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** Rights of a part of the controller, in its own namespace and in the whole cluster. */
export interface Permissions {
  readonly role: readonly PolicyRule[];
  readonly clusterRole: readonly PolicyRule[];
}
