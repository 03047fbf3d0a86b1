// in: planned policies by file; out: what the command line and tests know of them; next: cli/
import type { PolicyIr, PolicyFile } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import type { PlannedPolicy } from "../plan/index.ts";
import type { SourceTexts } from "../source/texts.ts";
import { type CompiledAdmissionPolicy, describeAdmissionPolicy } from "./compiled-admission-policy.ts";
import { compiledPolicies } from "./compiled-policies.ts";
import type { CompiledPolicy } from "./compiled-policy.ts";

export { planReport } from "./report-file.ts";

export interface Report {
  readonly policies: readonly CompiledPolicy[];
  /** What the TypeScript execution needs to know of each policy (compiler/simulator/evaluate). */
  readonly ir: readonly PolicyIr[];
  /** What became of the policies: every ValidatingAdmissionPolicy, in the order of the files. */
  readonly admissionPolicies: readonly CompiledAdmissionPolicy[];
  /** Rules that ask the cluster: what of them the webhook answers. */
  readonly webhookRules: readonly WebhookRuleIr[];
}

export function reportOf(files: readonly PolicyFile<PlannedPolicy>[], texts: SourceTexts): Report {
  const planned = files.flatMap(({ policies }) => policies);
  return {
    policies: compiledPolicies(files, texts),
    ir: planned.map(({ policy }) => policy),
    admissionPolicies: planned.flatMap(({ admissionPolicies }) => admissionPolicies.map(describeAdmissionPolicy)),
    webhookRules: planned.flatMap(({ webhook }) => webhook),
  };
}

export const emptyReport: Report = { policies: [], ir: [], admissionPolicies: [], webhookRules: [] };
