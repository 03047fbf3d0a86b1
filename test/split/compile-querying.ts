import type { Policy } from "holdfast";
import { type Diagnostic, DiagnosticBag } from "../../compiler/diagnostics/diagnostic.ts";
import { buildWebhookConfiguration } from "../../compiler/install/webhooks/webhook-configuration.ts";
import { defaultSettings } from "../../compiler/install/settings.ts";
import { planGuards } from "../../compiler/plan/index.ts";
import { isWithinLimits, planWithinReach } from "../../compiler/plan/within-limits.ts";
import { checkPolicies } from "../../compiler/check/index.ts";
import { type GuardTemplates, guardPolicy } from "../../compiler/guard/index.ts";
import type { AdmissionPolicyIr } from "../../compiler/ir/admission-policy.ts";
import type { PolicyIr } from "../../compiler/ir/policy.ts";
import { lowerSources } from "../../compiler/lower/index.ts";
import { planFiles } from "../../compiler/manifest/build.ts";
import { findPolicies } from "../../compiler/source/find-policies.ts";
import { loadProject } from "../../compiler/source/project.ts";
import { checkWebhookRules } from "../../compiler/split/index.ts";
import type { splitPolicy } from "../../compiler/split/split-policy.ts";
import { CaseFiles } from "../language/case-files.ts";
import type { QueryingRule } from "./querying-rule.ts";

/** A rule in its parts: the whole in TypeScript, the native one as YAML, and what the webhook is asked. */
export interface SplitRule {
  readonly rule: QueryingRule;
  readonly ir: PolicyIr;
  readonly policy: Policy;
  /** Undefined: CEL denies nothing by itself. */
  readonly native: string | undefined;
  /** Undefined: the rule asks nothing. */
  readonly webhooks: ReturnType<typeof buildWebhookConfiguration> | undefined;
  /** YAML of its guards. */
  readonly guards: () => string;
}

/** A rule after TypeScript and before it is divided. */
export interface LoweredRule {
  readonly rule: QueryingRule;
  readonly ir: PolicyIr;
  readonly policy: Policy;
  /** As in the file. */
  readonly file: string;
  readonly templates: GuardTemplates;
}

export type Rejected = { readonly rule: QueryingRule; readonly rejected: readonly string[] };
export type Outcome = SplitRule | Rejected;
export type Lowered = LoweredRule | Rejected;

/** How a policy is divided; another than the compiler's, to see that the search would find it. */
export type Split = typeof splitPolicy;

/** Each rule by itself: some may be rejected, as too expensive above all. */
export async function compileQuerying(
  rules: readonly QueryingRule[],
  { kube, split }: { readonly kube: number; readonly split: Split },
): Promise<readonly Outcome[]> {
  return (await lowerQuerying(rules, kube)).map((one) => ("rejected" in one ? one : divide(one, split)));
}

/** The part that is the same however a rule is divided, and takes nearly all of the time. */
export async function lowerQuerying(rules: readonly QueryingRule[], kube: number): Promise<readonly Lowered[]> {
  const files = new CaseFiles();
  try {
    for (const { name, text } of rules) files.write(`${name}.ts`, text);
    const bag = new DiagnosticBag();
    const project = loadProject({ paths: rules.map(({ name }) => `${name}.ts`), workingDirectory: files.directory }, bag);
    const sources = new Map(findPolicies(project, bag).map((source) => [source.stem, source]));
    const outcomes: Lowered[] = [];
    for (const rule of rules) {
      const own = new DiagnosticBag();
      const source = sources.get(rule.name);
      // TypeScript denies some of what is made at random, such as comparisons that are always false.
      const wrong = bag.errors().filter(({ span }) => span.file === `${rule.name}.ts`);
      if (wrong.length > 0 || source === undefined) {
        outcomes.push(rejected(rule, wrong));
        continue;
      }
      const { files: lowered, templates } = lowerSources(
        { project: { ...project, files: [source.file] }, sources: [source], kube },
        own,
      );
      const ir = lowered[0]?.policies[0];
      if (own.hasErrors || ir === undefined || templates === undefined) outcomes.push(rejected(rule, own.errors()));
      else outcomes.push({ rule, ir, policy: await files.importPolicy(`${rule.name}.ts`), file: source.path, templates });
    }
    return outcomes;
  } finally {
    files.remove();
  }
}

function rejected(rule: QueryingRule, diagnostics: readonly Diagnostic[]): Rejected {
  return { rule, rejected: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

/** The rule in its parts, or why these are rejected. */
export function divide(lowered: LoweredRule, split: Split): Outcome {
  const bag = new DiagnosticBag();
  const { rule, ir, policy, file, templates } = lowered;
  const parts = partsOf(ir, bag, { file, split, templates });
  return parts === undefined ? rejected(rule, bag.errors()) : { rule, ir, policy, ...parts };
}

interface Parting {
  readonly file: string;
  readonly split: Split;
  readonly templates: GuardTemplates;
}

function partsOf(
  ir: PolicyIr,
  bag: DiagnosticBag,
  { file, split, templates }: Parting,
): Pick<SplitRule, "native" | "webhooks" | "guards"> | undefined {
  const { native, guarded, webhook } = split(ir);
  checkWebhookRules(ir, webhook, bag);
  const policies = native.rules.length === 0 ? [] : planWithinReach(native, bag);
  checkPolicies(policies, bag);
  if (bag.hasErrors || !isWithinLimits(native)) return undefined;
  const yamlOf = (of: readonly AdmissionPolicyIr[]): string | undefined =>
    planFiles([{ file, stem: ir.name, policies: of }], { command: "npx holdfast compile", lineOf: () => 1 }).find(
      ({ name }) => name === `${ir.name}.yaml`,
    )?.text;
  return {
    native: policies.length === 0 ? undefined : yamlOf(policies),
    guards: () => yamlOf(planGuards(guardPolicy(guarded, templates), bag).admissionPolicies) ?? "",
    webhooks: webhook.length === 0 ? undefined : buildWebhookConfiguration(webhook, defaultSettings),
  };
}
