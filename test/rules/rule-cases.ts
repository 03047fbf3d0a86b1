import type { SentDeleteOptions } from "../../compiler/simulator/admission/index.ts";
import type { Permission } from "../../compiler/simulator/testing/request-description.ts";

/** One object, who deletes it and how, and what the API server says. */
export interface RuleCase {
  readonly title: string;
  readonly object: Body;
  /** Labels of the Namespace that the object is in. */
  readonly namespace?: Readonly<Record<string, string>>;
  readonly as?: string;
  readonly groups?: readonly string[];
  /** What this user may do besides deleting; `{namespace}` is that of the object. */
  readonly permissions?: readonly Permission[];
  readonly options?: SentDeleteOptions;
  readonly dryRun?: boolean;
  /** The message of the denial; absent: the delete goes through. */
  readonly denied?: string;
  /** Warnings that come along. */
  readonly warned?: readonly string[];
}

type Body = Readonly<Record<string, unknown>> & { readonly metadata?: Readonly<Record<string, unknown>> };

/** A rule, the kind it is about and its cases. `{name}` in a text is the name of the object. */
export interface RuleTable {
  /** File in `test/rules/policies/`. */
  readonly policy: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly isClusterScoped?: boolean;
  readonly cases: readonly RuleCase[];
}
