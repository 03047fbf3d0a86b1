// in: planned policies by file; out: what the command line and tests know of them; next: cli/
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { type Kept, type OfFile, withKept } from "../ir/of-file.ts";
import { needsWebhook } from "../ir/expressions/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import type { PlannedPolicy } from "../plan/index.ts";
import type { SharedGuards } from "../plan/shared-guards/shared-guards.ts";
import type { SourceTexts } from "../source/texts.ts";
import { type CompiledAdmissionPolicy, describeAdmissionPolicy } from "./compiled-admission-policy.ts";
import { compiledPolicies } from "./compiled-policies.ts";
import type { CompiledPolicy } from "./compiled-policy.ts";
import type { EnforcementIr } from "../ir/enforcement.ts";
import type { FallbackIr } from "../ir/fallback.ts";
import { jsonHeader, sharedDirectory } from "../manifest/header.ts";
import { namespaceLookOf } from "../install/webhooks/namespace-webhooks.ts";
import { denyingWebhook } from "../install/webhooks/webhook-name.ts";
import type { PlannedFile } from "../manifest/output.ts";
import { type ReportedParts, judgePaths } from "./judge.ts";

export interface Report {
  readonly policies: readonly CompiledPolicy[];
  /** What the TypeScript execution needs to know of each policy (compiler/simulator/evaluate). */
  readonly ir: readonly PolicyIr[];
  /** What became of the policies: every ValidatingAdmissionPolicy, in the order of the files. */
  readonly admissionPolicies: readonly CompiledAdmissionPolicy[];
  /** Rules that ask the cluster: what of them the webhook answers. */
  readonly webhookRules: readonly WebhookRuleIr[];
}

export function reportOf({ files, shared }: SharedGuards, texts: SourceTexts): Report {
  const planned = files.flatMap(({ policies }) => policies);
  return {
    policies: compiledPolicies(files, texts),
    ir: planned.map(({ policy }) => policy),
    admissionPolicies: [...planned.flatMap(({ admissionPolicies }) => admissionPolicies), ...shared].map(describeAdmissionPolicy),
    webhookRules: planned.flatMap(({ webhook }) => webhook),
  };
}

export const emptyReport: Report = { policies: [], ir: [], admissionPolicies: [], webhookRules: [] };

interface Reported extends SharedGuards {
  readonly fallback: FallbackIr | undefined;
  readonly kept?: Kept<readonly object[]>;
}

const reportFileName = "report.json";

/**
 * What each policy protects, and each way around it: closed, open, switched off because ... For people who review a
 * change, and for machines. Sorted and spaced like the YAML beside it, so that a change of one thing is a change of one
 * line.
 */
export function planReport({ kept, ...made }: Reported, command: string): PlannedFile {
  const all = withKept(reportedOf(made), kept);
  const source = sharedDirectory(all.map(({ file }) => file));
  const report = { ...jsonHeader({ source, command }), policies: all.flatMap(({ made: policies }) => policies) };
  return { name: reportFileName, text: `${JSON.stringify(report, undefined, 2)}\n` };
}

/** What is said of the policies of each file. */
export function reportedOf({ files, shared, fallback }: Omit<Reported, "kept">): readonly OfFile<readonly object[]>[] {
  return files.map(({ file, stem, policies }) => {
    return { file, made: policies.map((policy) => describePolicy(`${stem}.yaml`, partsOf(policy, { shared, fallback }))) };
  });
}

function partsOf(
  { policy, guards, unguarded, webhook, admissionPolicies }: PlannedPolicy,
  { shared, fallback }: Pick<Reported, "shared" | "fallback">,
): ReportedParts {
  const answered = webhook.filter(({ rule }) => needsWebhook(rule.when));
  const webhooks = new Map(answered.map((rule) => [rule.rule.name, denyingWebhook(rule)]));
  const parts = [...admissionPolicies, ...shared];
  const joined = new Map(parts.flatMap((one) => one.joined.map((guard) => [guard, one.name])));
  const partOf = (guard: string): string => joined.get(guard) ?? guard;
  return { policy, guards, unguarded, webhooks, namespaceLook: namespaceLookOf(policy, fallback), partOf };
}

function describePolicy(file: string, parts: ReportedParts): object {
  const { policy, guards, webhooks } = parts;
  return {
    name: policy.name,
    source: policy.span.file,
    file,
    enforcement: describeEnforcement(policy.enforcement),
    rules: policy.rules.map((rule) => describeRule(rule, webhooks)),
    overrides: policy.overrides.map(({ rule }) => rule.name),
    ...(policy.noOverride !== undefined && { noOverride: policy.noOverride }),
    guards: guards.map(({ name, state }) => ({ name, state: state.is, text: state.is === "on" ? state.what : state.reason })),
    paths: judgePaths(parts),
  };
}

/** What the webhook answers CEL may deny in part, too. */
function describeRule({ name, action, operations }: RuleIr, webhooks: ReportedParts["webhooks"]): object {
  const webhook = webhooks.get(name);
  const asked = webhook === undefined ? { target: "admission-policy" } : { target: "webhook", webhook };
  return { name, action, operations, ...asked };
}

function describeEnforcement({ otherwise, by }: EnforcementIr): unknown {
  return by === undefined ? otherwise : { ...by, otherwise };
}
