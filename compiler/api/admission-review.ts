import type { AuthorizerAnswers } from "./authorizer.ts";
import type { ClusterAnswers } from "./cluster-query.ts";
import type { AdmissionRequest } from "../language/request.ts";

export type { AdmissionRequest, RequestOptions, UserInfo } from "../language/request.ts";

/** The request of an AdmissionReview, as the API server sends it and as CEL sees it. Objects are plain JSON. */
export interface AdmissionReviewRequest extends Omit<AdmissionRequest, "options"> {
  readonly object?: unknown;
  readonly oldObject?: unknown;
  readonly options?: unknown;
}

/** A request and the Namespace of its object. */
export interface Reviewed {
  readonly request: AdmissionReviewRequest;
  /** Absent for cluster-scoped objects. */
  readonly namespaceObject?: unknown;
}

/** A request with everything that rules may ask about. */
export interface Input extends Reviewed {
  /** Objects in the Namespace of the request. A guard that searches the Namespace is not evaluated without them. */
  readonly contents?: readonly unknown[];
  /** Answers queries of `cluster`. A rule that queries is not evaluated without it. */
  readonly cluster?: ClusterAnswers;
  /** The current time for rules that the webhook answers, in milliseconds since 1970. Default: the machine's clock. */
  readonly now?: number;
  /** Answers checks of `authorizer`. A rule that checks is not evaluated without it. */
  readonly authorizer?: AuthorizerAnswers;
}
