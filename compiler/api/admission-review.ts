import type { AuthorizerAnswers } from "./authorizer.ts";
import type { ClusterAnswers } from "./cluster-query.ts";
import type { AdmissionRequest } from "../language/request.ts";

export type { AdmissionRequest, RequestOptions, UserInfo } from "../language/request.ts";

/** The request of an AdmissionReview, as the API server sends it and binds it in CEL; objects are plain JSON. */
export interface AdmissionReviewRequest extends Omit<AdmissionRequest, "options"> {
  readonly object?: unknown;
  readonly oldObject?: unknown;
  readonly options?: unknown;
}

/** One request, and what the API server knows beside it. */
export interface Reviewed {
  readonly request: AdmissionReviewRequest;
  /** Absent for cluster-scoped objects. */
  readonly namespaceObject?: unknown;
}

export interface Input extends Reviewed {
  /**
   * What is in the Namespace of the request, as far as policies look into it. Without it one that does is not
   * evaluated.
   */
  readonly contents?: readonly unknown[];
  /** Answers what rules ask of `cluster`. Without it a rule that asks is not evaluated. */
  readonly cluster?: ClusterAnswers;
  /**
   * What time it is for rules that the webhook answers, in milliseconds since 1970; that of the machine if left out.
   */
  readonly now?: number;
  /** Answers what rules ask of `authorizer`. Without it a rule that asks is not evaluated. */
  readonly authorizer?: AuthorizerAnswers;
}
