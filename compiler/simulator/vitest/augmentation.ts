import type { CompiledForTests } from "../testing/tested-policy.ts";
import type { RecordedReview } from "../testing/ask.ts";
import type { PolicyMatchers } from "./policy-matchers.ts";

/** Settings in the configuration of vitest: `provide: { holdfast: { policies: ["rules"] } }`. */
export interface ProvidedPolicies {
  /** Policy files and directories, as for `holdfast compile`. Default: `["policies"]`. */
  readonly policies?: readonly string[];
  /** The oldest Kubernetes version, as in `holdfast compile --kube 1.34`. */
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
    /** Requests of a test, for the report of `holdfast test`. */
    holdfast?: RecordedReview[];
  }
}
