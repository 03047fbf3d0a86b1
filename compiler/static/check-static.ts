import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import type { PlannedSource } from "../manifest/build.ts";
import { protectionName } from "./protection.ts";

/** What an API server would not take from a file, though it takes it from the API: with such a file it does not start. */
export function checkStatic(sources: readonly PlannedSource[], asking: readonly WebhookRuleIr[], bag: DiagnosticBag): void {
  // What lies on the disk is there whatever happens in the API; half a rule would be.
  for (const { rule } of asking) bag.report("static-asks", rule.span, { rule: rule.name });
  for (const { stem, policies } of sources) {
    for (const parts of Map.groupBy(policies, ({ policy }) => policy).values()) checkNames(stem, parts, bag);
    const looking = Map.groupBy(
      policies.filter(({ params }) => params !== undefined),
      identityOf,
    );
    for (const [first] of looking.values()) {
      if (first !== undefined) bag.report("static-parameters", first.span, { policy: first.policy, guard: guardOf(first) });
    }
  }
}

/** One report for a guard of a policy, however many kinds it looks up. */
const identityOf = (policy: AdmissionPolicyIr): string => JSON.stringify([policy.policy, guardOf(policy)]);

function guardOf({ match }: AdmissionPolicyIr): string {
  if (match.some(({ resource }) => resource === "pods/eviction")) return "evictions";
  return match.some(({ resource }) => resource.endsWith("/scale")) ? "freeze" : "namespaces";
}

/** One report for a policy, whatever it became besides itself. Names that policies may have leave room for the ending of files. */
function checkNames(stem: string, parts: readonly AdmissionPolicyIr[], bag: DiagnosticBag): void {
  const wrong = parts.find(({ name }) => [name, stem.toLowerCase()].some(isOurs));
  if (wrong !== undefined) bag.report("static-name", wrong.span, { name: wrong.name });
}

const isOurs = (given: string): boolean => given === protectionName || given.startsWith(`${protectionName}-`);
