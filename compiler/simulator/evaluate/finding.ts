import type { Action } from "../../ir/policy.ts";

/** One rule that spoke up: it denies (or warns), or it could not be evaluated, which denies as well. */
export interface Finding {
  readonly policy: string;
  readonly rule: string;
  /** `audit`: the request goes through, and only the audit log holds this. */
  readonly action: Action | "audit";
  readonly message: string;
}

/** The same, before it is asked how the policy is enforced. */
export type Said = Finding & { readonly action: Action };
