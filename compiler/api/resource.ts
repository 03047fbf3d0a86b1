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
