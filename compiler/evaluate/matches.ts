import type { Policy } from "../dsl/policy.ts";
import { groupCovers, resourceCovers } from "../ir/coverage.ts";
import type { AdmissionReviewRequest } from "./request.ts";

/** Whether the policy concerns the request: its group, resource and subresource, in any version. */
export function matches(policy: Policy, { resource, subResource }: AdmissionReviewRequest): boolean {
  const asked = subResource === undefined ? resource.resource : `${resource.resource}/${subResource}`;
  return policy.match.some((entry) => groupCovers(entry.group, resource.group) && resourceCovers(entry.resource, asked));
}
