import type { Reason } from "./admission-policy.ts";
import type { ValidationAction } from "../../api/enforcement.ts";

/** What the API server makes of a request. */
export interface AdmissionAnswer {
  /** Undefined: admitted. */
  readonly denial: Denial | undefined;
  /** As `kubectl` prints them after `Warning: `, also where the request is denied. */
  readonly warnings: readonly string[];
  /** What the policies add to the audit event, by its key. */
  readonly auditAnnotations: Readonly<Record<string, string>>;
  /** Everything that was not admitted, in the order of policies, bindings and validations. */
  readonly findings: readonly AdmissionFinding[];
}

/**
 * The status that the client gets. The API server reports one denial; whose comes first among several admission
 * policies is random there, and here it is the first of the documents.
 */
export interface Denial {
  /** HTTP status. */
  readonly code: number;
  readonly reason: Reason;
  /** `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ...` */
  readonly message: string;
}

/**
 * One validation that did not hold, or something that could not be evaluated, under one binding and one of its actions.
 */
export interface AdmissionFinding {
  readonly admissionPolicy: string;
  readonly binding: string;
  readonly action: ValidationAction;
  /** Position among `spec.validations`; undefined where the policy as a whole failed. */
  readonly validation: number | undefined;
  /** Without what the API server puts before it. */
  readonly message: string;
  readonly reason: Reason;
  /** HTTP status of a denial for this reason. */
  readonly code: number;
  /** Whether the client sees it: every warning, but of the denials of one admission policy only the first. */
  readonly isReported: boolean;
  /** cel-go's words for what went wrong, where the validation was not false but failed: `no such key: x`. */
  readonly expressionError?: string;
}
