// in: AdmissionPolicyIr[]; out: diagnostics; next: manifest/build.ts
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import { limitProblems } from "../plan/within-limits.ts";

/** What the API server, or a cluster with all policies in it, would reject: found before anything is written. */
export function checkPolicies(policies: readonly AdmissionPolicyIr[], bag: DiagnosticBag): void {
  checkNames(policies, bag);
  for (const problem of policies.flatMap(limitProblems)) bag.add(problem);
}

/** Endings such as `-warn` can make two policies meet, so the final names are compared. */
function checkNames(policies: readonly AdmissionPolicyIr[], bag: DiagnosticBag): void {
  const first = new Map<string, AdmissionPolicyIr>();
  const reported = new Set<string>();
  for (const policy of policies) {
    const other = first.get(policy.name);
    if (other === undefined) first.set(policy.name, policy);
    // What a policy becomes besides itself has its name, too.
    else if (!reported.has(placeOf(policy)))
      bag.report("same-policy-name", policy.span, { name: policy.name, other: other.span.file });
    if (other !== undefined) reported.add(placeOf(policy));
  }
}

const placeOf = ({ span }: AdmissionPolicyIr): string => JSON.stringify([span.file, span.start]);
