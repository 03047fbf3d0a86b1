import { type Diagnostic, DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import { once } from "../ir/visit.ts";
import { checkCost } from "./cost.ts";
import { checkExpressionSize } from "./expression-size.ts";
import { checkMessageLength } from "./message-length.ts";

/** Why the API server would not take the policy; measured once, whoever asks. */
export const limitProblems = once<readonly Diagnostic[], AdmissionPolicyIr>((policy) => {
  const bag = new DiagnosticBag();
  unlessExhausted(
    () => checkLimits(policy, bag),
    () => bag.report("too-large", policy.span, { text: policy.name }),
  );
  return bag.sorted();
});

function checkLimits(policy: AdmissionPolicyIr, bag: DiagnosticBag): void {
  if (!checkExpressionSize(policy, bag)) return;
  checkMessageLength(policy, bag);
  checkCost(policy, bag);
}
