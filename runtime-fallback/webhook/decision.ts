import type { Coverage } from "./coverage.ts";
import type { AnswerDeadline } from "./deadline.ts";
import type { Readiness } from "./health/readiness.ts";
import type { Review } from "./review/review.ts";

interface Remarks {
  /** For whoever sent the request; shown by kubectl. */
  readonly warnings: readonly string[];
  /** For the audit log: keys are qualified names without a prefix. */
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

export interface Allowed extends Remarks {
  readonly allowed: true;
}

/** 403 Forbidden says that the object is protected, 409 Conflict that something still uses it. */
export type Denied = Remarks & { readonly allowed: false; readonly message: string } & (
    | { readonly code: 403; readonly reason: "Forbidden" }
    | { readonly code: 409; readonly reason: "Conflict" }
  );

export type Decision = Allowed | Denied;

export interface DecisionContext {
  readonly deadline: AnswerDeadline;
  readonly caller: Caller;
}

/** Whoever sent the review. */
export interface Caller {
  readonly address: string;
  /** It has shown a client certificate that is asked for; otherwise it may be anybody who reaches the port. */
  readonly isAuthenticated: boolean;
}

/** What a path answers. A rejection is an error: the API server's failure policy decides, which is Fail. */
export interface Route {
  /** Exactly as in the URL of the webhook configuration, with its leading slash. */
  readonly path: string;
  readonly rule: string;
  /** What it can judge. A review of anything else is an error: what no rule was asked about must not be let through. */
  readonly covers: readonly Coverage[];
  /** Whether it can be asked now; absent: always. */
  readonly readiness?: () => Readiness;
  decide(review: Review, context: DecisionContext): Promise<Decision>;
}

/**
 * Told of a denial, dry runs included, after it was answered: nothing in it changes or delays an answer. What it keeps
 * of the review stays in memory, which the limits do not count.
 */
export type OnDenied = (review: Review, decision: Denied, rule: string) => void;

/** The request may go on. */
export function allowed(remarks: Partial<Remarks> = {}): Allowed {
  return { allowed: true, ...withRemarks(remarks) };
}

/** The object is protected. */
export function forbidden(message: string, remarks: Partial<Remarks> = {}): Denied {
  return { allowed: false, code: 403, reason: "Forbidden", message, ...withRemarks(remarks) };
}

/** The object is in use. */
export function conflict(message: string, remarks: Partial<Remarks> = {}): Denied {
  return { allowed: false, code: 409, reason: "Conflict", message, ...withRemarks(remarks) };
}

function withRemarks({ warnings = [], auditAnnotations = {} }: Partial<Remarks>): Remarks {
  return { warnings, auditAnnotations };
}
