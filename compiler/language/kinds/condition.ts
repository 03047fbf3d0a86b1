import type { Time } from "./json-values.ts";

/** One entry of `status.conditions`, as far as all kinds have it. */
export interface Condition {
  /** `Ready`, `Available`, `Complete` and the like. */
  readonly type?: string;
  /** `True`, `False` or `Unknown`. */
  readonly status?: string;
  /** Why, in one word. */
  readonly reason?: string;
  /** Why, for people. */
  readonly message?: string;
  /** When `status` changed last. */
  readonly lastTransitionTime?: Time | null;
}
