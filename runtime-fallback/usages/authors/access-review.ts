import type { UserInfo } from "../../../compiler/api/admission-review.ts";
import { type ApiServer, ApiRejected } from "../../kubernetes/api-server.ts";
import { isJsonObject } from "../../../compiler/api/json.ts";

export interface ResourceAttributes {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Every namespace where it is left out, or none for what is in none. */
  readonly namespace?: string;
  /** Every name where it is left out. */
  readonly name?: string;
}

const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

/** Whether the API server would let them, by all that it knows of them. Rejects where it does not answer that. */
export async function isAuthorized(
  server: ApiServer,
  { username, uid, groups, extra }: UserInfo,
  { resourceAttributes, signal }: { readonly resourceAttributes: ResourceAttributes; readonly signal: AbortSignal },
): Promise<boolean> {
  const body = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { resourceAttributes, user: username, uid, groups, extra },
  };
  const answer = await server.request({ method: "POST", path, body, signal });
  const { status } = answer.body;
  if (answer.status !== 201 || !isJsonObject(status)) throw new ApiRejected("the review of who may make a Usage", answer);
  return status["allowed"] === true && status["denied"] !== true;
}
