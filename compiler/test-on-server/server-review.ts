import type { PolicyAnswer } from "../simulator/testing/answer.ts";
import type { RequestDescription } from "../simulator/testing/request-description.ts";
import type { ApiRequest } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";

/** A request of a test and what was said of it here, to be put to a real API server. */
export interface ServerReview {
  /** The policies that the test asks. */
  readonly policies: readonly string[];
  readonly request: RequestDescription;
  readonly answer: PolicyAnswer;
}

/** What became of it. */
export type ServerOutcome =
  | { readonly kind: "same" }
  | { readonly kind: "different"; readonly lines: readonly string[] }
  /** For a reason that is no fault of the case, of the policy or of ours. */
  | { readonly kind: "not-asked"; readonly reason: string };

/** A review with everything in the cluster that it needs. */
export interface StagedReview {
  readonly review: ServerReview;
  readonly resource: ServedResource;
  /** As the test has it, but as a dry run, and in a Namespace of its own. */
  readonly asked: RequestDescription;
  /** The same with the objects as the server stores them. */
  readonly stored: RequestDescription;
  /** What to send; the user is added when it is sent. */
  readonly send: ApiRequest;
  readonly namespace: string | undefined;
}

/** Thrown where a review cannot be put to a server, or the server denies what it is about. */
export class NotStaged extends Error {
  override readonly name = "NotStaged";
  readonly outcome: ServerOutcome;

  constructor(outcome: ServerOutcome) {
    super("the review is not staged");
    this.outcome = outcome;
  }
}

export function notAsked(reason: string): NotStaged {
  return new NotStaged({ kind: "not-asked", reason });
}
