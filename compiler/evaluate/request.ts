import type { AdmissionRequest } from "../dsl/request.ts";

/** The request of an AdmissionReview, as the API server sends it and binds it in CEL; objects are plain JSON. */
export interface AdmissionReviewRequest extends Omit<AdmissionRequest, "options"> {
  readonly object?: unknown;
  readonly oldObject?: unknown;
  readonly options?: unknown;
}

export interface Input {
  readonly request: AdmissionReviewRequest;
  /** Absent for cluster-scoped objects. */
  readonly namespaceObject?: unknown;
}
