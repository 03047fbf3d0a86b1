import type { ApiRequest, ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";

/** What the API server says to one request, as far as admission has a part in it. */
export type Answer = {
  /** `allow`, or the code, reason and text of the denial. */
  readonly decision: "allow" | Denial;
  readonly warnings: readonly string[];
};

export type Denial = { readonly code: number; readonly reason: unknown; readonly message: unknown };
export type ExpectedDenial = Denial & { readonly message: string };

export async function ask(server: Pick<ControlPlane, "request">, request: ApiRequest): Promise<Answer> {
  const response = await server.request(request);
  return { decision: decisionOf(response), warnings: response.warnings };
}

export function decisionOf({ status, body }: ApiResponse): "allow" | Denial {
  return status < 300 ? "allow" : { code: status, reason: body["reason"], message: body["message"] };
}

/** The whole denial, word for word. `subject` is as in `buckets.s3.services.k8s.aws "data"`. */
export function denial(subject: string, policy: string, message: string): ExpectedDenial {
  return { code: 403, reason: "Forbidden", message: denialText(subject, policy, message) };
}

export function denialText(subject: string, policy: string, message: string): string {
  return `${subject} is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${policy}' denied request: ${message}`;
}

export function warningText(policy: string, message: string): string {
  return `Validation failed for ValidatingAdmissionPolicy '${policy}' with binding '${policy}': ${message}`;
}
