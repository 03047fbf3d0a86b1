export type { GroupVersionKind, GroupVersionResource } from "../language/request.ts";

/** A resource in whatever version. `group` is `""` for core; in rights and in match rules either may be `*`. */
export interface GroupResource {
  readonly group: string;
  /** The plural. */
  readonly resource: string;
}
