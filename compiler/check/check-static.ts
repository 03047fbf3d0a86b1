import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import type { PolicyFile } from "../ir/policy.ts";
import type { PlannedPolicy } from "../plan/index.ts";
import { protectionName } from "../guard/index.ts";

/**
 * What an API server would not take from a file, though it takes it from the API: with such a file it does not start.
 */
export function checkStatic(files: readonly PolicyFile<PlannedPolicy>[], bag: DiagnosticBag): void {
  for (const { stem, policies } of files) {
    // What lies on the disk is there whatever happens in the API; half a rule would be.
    for (const { rule } of policies.flatMap(({ webhook }) => webhook)) bag.report("static-asks", rule.span, { rule: rule.name });
    for (const { admissionPolicies } of policies) {
      checkNames(stem, admissionPolicies, bag);
      checkParameters(admissionPolicies, bag);
    }
  }
}

function checkParameters(parts: readonly AdmissionPolicyIr[], bag: DiagnosticBag): void {
  const looking = parts.filter(({ params }) => params !== undefined);
  for (const [first] of Map.groupBy(looking, guardOf).values()) {
    if (first !== undefined) bag.report("static-parameters", first.span, { policy: first.policy, guard: guardOf(first) });
  }
}

/** One report for a guard of a policy, however many kinds it looks up. */
function guardOf({ requests }: AdmissionPolicyIr): string {
  const match = requests.flatMap((one) => one.match);
  if (match.some(({ resource }) => resource === "pods/eviction")) return "evictions";
  return match.some(({ resource }) => resource.endsWith("/scale")) ? "freeze" : "namespaces";
}

/**
 * One report for a policy, whatever it became besides itself. Names that policies may have leave room for the ending of
 * files.
 */
function checkNames(stem: string, parts: readonly AdmissionPolicyIr[], bag: DiagnosticBag): void {
  const wrong = parts.find(({ name }) => [name, stem.toLowerCase()].some(isOurs));
  if (wrong !== undefined) bag.report("static-name", wrong.span, { name: wrong.name });
}

const isOurs = (given: string): boolean => given === protectionName || given.startsWith(`${protectionName}-`);
