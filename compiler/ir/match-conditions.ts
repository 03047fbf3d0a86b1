import type { AdmissionPolicyIr } from "./admission-policy.ts";
import { hasAnnotation } from "./expressions/needed-mark.ts";
import type { MatchConditionIr } from "./policy.ts";

/**
 * What the API server asks before it evaluates anything else: of the request, and of each object that is looked up for
 * it (`params`), since it asks match conditions once for each of these. They cannot fail.
 */
export function matchConditionsOf({
  only,
  params,
  span,
}: Pick<AdmissionPolicyIr, "only" | "span"> & Partial<Pick<AdmissionPolicyIr, "params">>): readonly MatchConditionIr[] {
  const marks = params?.marks;
  const marked = marks === undefined ? [] : [{ name: "marked", expression: hasAnnotation(marks, "params", span) }];
  return [...(only === undefined ? [] : [only]), ...marked];
}
