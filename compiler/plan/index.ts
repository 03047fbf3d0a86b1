// in: the author's policies by file, with their guards; out: the same as ValidatingAdmissionPolicies; next: check/
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { Guard, GuardForm, GuardForms, GuardedPolicy } from "../guard/index.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import type { PolicyIr, PolicyFile, RuleIr } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { formOfRules } from "./forms-of-rules.ts";
import { allGuardsMerged, withGuardsMerged } from "./merge.ts";
import { withToldOverrides } from "./told-overrides.ts";
import { firstWithinLimits, isWithinLimits, planWithinReach, planned } from "./within-limits.ts";

export { planPolicy } from "./plan.ts";

export interface PlannedPolicy {
  /** As its author wrote it: what TypeScript runs. */
  readonly policy: PolicyIr;
  readonly guards: readonly Guard[];
  /** Rules that ask the cluster. */
  readonly webhook: readonly WebhookRuleIr[];
  /** Those of them that deny deletes, and of which CEL cannot say what they protect: by name. */
  readonly unguarded: readonly string[];
  /** What the policy and its guards become, in the order of the YAML file. */
  readonly admissionPolicies: readonly AdmissionPolicyIr[];
}

/** Plans what the API server takes of each policy; what it takes in no form is reported, here or by what checks it. */
export function planSources(
  files: readonly PolicyFile<GuardedPolicy>[],
  bag: DiagnosticBag,
): readonly PolicyFile<PlannedPolicy>[] {
  return files.map((file) => ({ ...file, policies: file.policies.map((policy) => planOne(policy, bag)) }));
}

function planOne(guarded: GuardedPolicy, bag: DiagnosticBag): PlannedPolicy {
  const { whole, webhook, unguarded } = guarded;
  const { rules, guards, admissionPolicies } = inFirstForms(guarded) ?? inFormsTaken(guarded, bag);
  for (const { looksAtAll } of guards)
    if (looksAtAll !== undefined) bag.warn("costly-namespaces", whole.span, { policy: whole.name, ...looksAtAll });
  const rulesTaken = withMessagesOf(rules, whole);
  return {
    // Messages that are shortened or replaced, and warnings that are left out, are so in every execution.
    policy: { ...whole, coDenials: rules.coDenials, overrides: withVisibilityOf(rules, whole), rules: rulesTaken },
    guards,
    webhook: webhook.map((asked) => ({ ...asked, rule: rulesTaken.find(({ name }) => name === asked.rule.name) ?? asked.rule })),
    unguarded,
    admissionPolicies,
  };
}

interface Taken extends Pick<PlannedPolicy, "guards" | "admissionPolicies"> {
  readonly rules: PolicyIr;
}

/**
 * As nearly every policy is: what is taken joined is taken apart. Measuring nothing but the whole is half of the time that
 * planning takes.
 */
function inFirstForms({ native, guards }: GuardedPolicy): Taken | undefined {
  const first = formsTogether(guards.map(([form]) => form));
  const apart = [native, ...first.policies].map(planned);
  if (apart.some(({ problems }) => problems.length > 0)) return undefined;
  const admissionPolicies = allGuardsMerged(apart.flatMap(({ policies }) => policies));
  return admissionPolicies && { rules: native, guards: first.guards, admissionPolicies };
}

function inFormsTaken({ native, guards }: GuardedPolicy, bag: DiagnosticBag): Taken {
  const rules = formOfRules(native, bag);
  const taken = planGuards(guards, bag);
  const admissionPolicies = withGuardsMerged([...planWithinReach(rules, bag), ...taken.admissionPolicies]);
  return { rules, guards: taken.guards, admissionPolicies };
}

/** Of overrides that the webhook answers CEL has another condition. */
function withVisibilityOf(rules: PolicyIr, whole: PolicyIr): PolicyIr["overrides"] {
  const { overrides } = withToldOverrides(rules);
  return whole.overrides.map((way, at) => {
    const { isVisible, isAudited } = overrides[at] ?? way;
    return { ...way, isVisible, ...(isAudited === true && { isAudited }) };
  });
}

function withMessagesOf({ rules }: PolicyIr, whole: PolicyIr): readonly RuleIr[] {
  return whole.rules.map((rule) => {
    const taken = rules.find(({ name }) => name === rule.name);
    return taken?.isMessageFixed === true ? { ...rule, message: taken.message, isMessageFixed: true } : rule;
  });
}

/** What belongs into each YAML file. */
export function admissionFiles(files: readonly PolicyFile<PlannedPolicy>[]): readonly PolicyFile<AdmissionPolicyIr>[] {
  return files.map((file) => ({ ...file, policies: file.policies.flatMap(({ admissionPolicies }) => admissionPolicies) }));
}

/** The guards of one policy, in the forms that the API server takes. */
export function planGuards(
  guards: readonly GuardForms[],
  bag: DiagnosticBag,
): Pick<PlannedPolicy, "guards" | "admissionPolicies"> {
  const first = formsTogether(guards.map(([form]) => form));
  const { guards: taken, policies } = first.policies.every(isWithinLimits) ? first : formsTogether(guards.map(firstWithinLimits));
  return { guards: taken, admissionPolicies: policies.flatMap((policy) => planWithinReach(policy, bag)) };
}

function formsTogether(forms: readonly GuardForm[]): {
  readonly guards: readonly Guard[];
  readonly policies: readonly PolicyIr[];
} {
  return {
    guards: forms.flatMap(({ guard }) => guard ?? []),
    policies: together(forms.flatMap(({ policies }) => policies)),
  };
}

/** Policies of one name are one, with the rules of all. */
function together(policies: readonly PolicyIr[]): readonly PolicyIr[] {
  return [...Map.groupBy(policies, ({ name }) => name).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    return [others.length === 0 ? first : { ...first, rules: [first, ...others].flatMap(({ rules }) => rules) }];
  });
}
