import type { Match, Policy } from "../dsl/policy.ts";
import type { AdmissionReviewRequest } from "./request.ts";

/** Whether the policy concerns the request: its resource and subresource, in any version. */
export function matches(policy: Policy, request: AdmissionReviewRequest): boolean {
  return policy.match.some((entry) => matchesGroup(entry.group, request.resource.group) && matchesResource(entry, request));
}

/** In a pattern `*` stands for one or more whole labels. */
export function matchesGroup(pattern: string, group: string): boolean {
  return pattern.startsWith("*.") ? group.endsWith(pattern.slice(1)) : group === pattern;
}

function matchesResource({ resource }: Match, request: AdmissionReviewRequest): boolean {
  const [wanted, wantedSub] = resource.split("/");
  const sub = request.subResource ?? "";
  const isResource = wanted === "*" || wanted === request.resource.resource;
  if (wantedSub === undefined) return isResource && sub === "";
  // `pods/*` holds `pods` as well (apiserver: predicates/rules/rules.go, resource).
  if (wantedSub === "*") return isResource;
  return isResource && sub === wantedSub;
}
