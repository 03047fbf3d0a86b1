import { groupCovers, isPattern, resourceCovers, type MatchEntry } from "../../api/coverage.ts";
import { withTwins } from "../../ir/built-in-groups.ts";
import type { AdmissionReviewRequest } from "../../api/admission-review.ts";

/** Whether one of the entries concerns the request: its group, resource and subresource, in any version. */
export function matches(match: readonly MatchEntry[], { resource, subResource }: AdmissionReviewRequest): boolean {
  const asked = subResource === undefined ? resource.resource : `${resource.resource}/${subResource}`;
  return match.some((entry) => groupCovers(entry.group, resource.group) && resourceCovers(entry.resource, asked));
}

/**
 * The entries, and with a pattern both groups of what the API server stores once and serves in two, as it is asked
 * about (manifest/match-constraints.ts).
 */
export function matchedBy(
  match: readonly { readonly group: string; readonly version?: string | undefined; readonly resource: string }[],
): readonly MatchEntry[] {
  const entries = match.map((entry): MatchEntry => ({ version: undefined, ...entry }));
  return entries.some(({ group }) => isPattern(group)) ? withTwins(entries) : entries;
}
