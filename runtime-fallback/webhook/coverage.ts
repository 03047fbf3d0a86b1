import type { AdmissionReviewRequest } from "../../compiler/api/admission-review.ts";
import { groupCovers, resourceCovers } from "../../compiler/api/coverage.ts";
import { boundedText } from "../escape-text.ts";

/**
 * What a route can judge. Groups and resources are written as policies match them: a group may be a pattern
 * (`*.example.com`), a resource may have a subresource (`pods/*`).
 */
export interface Coverage {
  readonly group: string;
  readonly resource: string;
  /** Undefined: every version. */
  readonly versions?: readonly string[];
  readonly operations: readonly AdmissionReviewRequest["operation"][];
}

/**
 * Where a replica says what it covers. Nobody needs a certificate for that: it is what the
 * configuration in the cluster shows.
 */
export const coveragePath = "/coverage";

/**
 * Deletes of these resources in any version; their subresources are other things. A group `*` is every one, core too.
 */
export function coversDeletesOf(
  resources: readonly { readonly group: string; readonly resource: string }[],
): readonly Coverage[] {
  return resources.flatMap(({ group, resource }) => {
    const groups = group === "*" ? ["", "*"] : [group];
    return groups.map((one): Coverage => ({ group: one, resource, operations: ["DELETE"] }));
  });
}

/** Whether one of them is about the request: its operation, its resource with the subresource, and its version. */
export function covers(
  coverage: readonly Coverage[],
  { operation, resource, subResource }: Pick<AdmissionReviewRequest, "operation" | "resource" | "subResource">,
): boolean {
  const asked = subResource === undefined ? resource.resource : `${resource.resource}/${subResource}`;
  return coverage.some(
    (one) =>
      one.operations.includes(operation) &&
      groupCovers(one.group, resource.group) &&
      resourceCovers(one.resource, asked) &&
      (one.versions === undefined || one.versions.includes(resource.version)),
  );
}

/** `DELETE pods/eviction.v1`, of anybody's: for the log. */
export function requestText({
  operation,
  resource: { group, version, resource },
  subResource,
}: Pick<AdmissionReviewRequest, "operation" | "resource" | "subResource">): string {
  const asked = subResource === undefined ? resource : `${resource}/${subResource}`;
  return boundedText(`${operation} ${[asked, version, group].filter((part) => part !== "").join(".")}`, 512);
}
