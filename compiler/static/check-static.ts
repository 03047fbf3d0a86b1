import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import { longestObjectName, staticEnding } from "../ir/object-names.ts";
import type { PlannedSource } from "../manifest/build.ts";
import { protectionName } from "./protection.ts";

/** What an API server would not take from a file, though it takes it from the API: with such a file it does not start. */
export function checkStatic(sources: readonly PlannedSource[], bag: DiagnosticBag): void {
  for (const { stem, policies } of sources) {
    for (const policy of policies) checkName(stem, policy, bag);
    const looking = Map.groupBy(
      policies.filter(({ params }) => params !== undefined),
      questionOf,
    );
    for (const [first] of looking.values()) {
      if (first !== undefined) bag.report("static-parameters", first.span, { policy: first.policy, guard: guardOf(first) });
    }
  }
}

/** One report for a guard of a policy, however many kinds it looks up. */
const questionOf = (policy: AdmissionPolicyIr): string => JSON.stringify([policy.policy, guardOf(policy)]);

function guardOf({ match }: AdmissionPolicyIr): string {
  return match.some(({ resource }) => resource === "pods/eviction") ? "evictions" : "namespaces";
}

function checkName(stem: string, { name, span }: AdmissionPolicyIr, bag: DiagnosticBag): void {
  const isOurs = [name, stem.toLowerCase()].some((given) => given === protectionName || given.startsWith(`${protectionName}-`));
  if (isOurs || name.length > longestObjectName - staticEnding.length) bag.report("static-name", span, { name });
}
