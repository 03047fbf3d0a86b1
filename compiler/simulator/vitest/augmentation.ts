import type { CompiledForTests } from "../testing/tested-policy.ts";
import type { RecordedReview } from "../testing/ask.ts";
import type { PolicyMatchers } from "./policy-matchers.ts";

/** Where the policies are: `provide: { holdfast: { policies: ["rules"] } }` in the configuration of vitest. */
export interface ProvidedPolicies {
  /** Paths as `holdfast compile` takes them; `policies` if left out. */
  readonly policies?: readonly string[];
  /** Oldest Kubernetes that the YAML is for, as in `holdfast compile --kube 1.34`. */
  readonly kube?: string;
  /** Set by `holdfast test`, which has compiled them already. */
  readonly compiled?: readonly CompiledForTests[];
}

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends PolicyMatchers<R, T> {}

  interface ProvidedContext {
    holdfast: ProvidedPolicies;
  }

  interface TaskMeta {
    /** What a test asked, for the report of `holdfast test`. */
    holdfast?: RecordedReview[];
  }
}
