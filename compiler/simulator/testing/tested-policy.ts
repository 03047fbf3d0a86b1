import {
  NotEvaluatedHere,
  type AdmissionInput,
  type AdmissionPolicyDocuments,
  AdmissionEvaluator,
  asMatched,
  readAdmissionPolicies,
  readAskedWebhooks,
} from "../admission/index.ts";
import type { Compilation } from "../../compile.ts";
import type { Policy } from "../../language/index.ts";
import { type Input, evaluate } from "../evaluate/index.ts";
import { formatMinor } from "../../ir/kubernetes-version.ts";
import { type PolicyIr, overridesByWebhook } from "../../ir/policy.ts";
import { asksAuthorizer, some } from "../../ir/expressions/visit.ts";
import { readObjects } from "../../manifest/yaml.ts";
import type { RuleFinding } from "./answer.ts";
import { buildWebhookConfiguration } from "../../install/webhooks/webhook-configuration.ts";
import { defaultSettings } from "../../install/settings.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";

/** A rule that the webhook answers, and what the API server would be told of it: plain data. */
interface WebhookForTests {
  readonly rule: string;
  readonly configuration: ReturnType<typeof buildWebhookConfiguration>;
}

function webhookForTests(rule: WebhookRuleIr): WebhookForTests {
  return { rule: rule.rule.name, configuration: buildWebhookConfiguration([rule], defaultSettings) };
}

/** Whether the API server asks the webhook about a request. */
class WebhookUnderTest {
  readonly rule: string;
  readonly #evaluator: AdmissionEvaluator;

  constructor({ rule, configuration }: WebhookForTests, kube: string) {
    this.rule = rule;
    this.#evaluator = new AdmissionEvaluator(readAskedWebhooks(configuration), { kube });
  }

  isAsked(input: AdmissionInput): boolean {
    return this.#evaluator.evaluate(input).findings.length > 0;
  }
}

/** A policy as the compiler left it: plain data, fit to be handed to another process. */
export interface CompiledForTests {
  readonly name: string;
  /** `policies/ack.ts` */
  readonly source: string;
  /** The minor version of Kubernetes that it was compiled for. */
  readonly kube: number;
  readonly ir: PolicyIr;
  /** The YAML file that holds it, perhaps among others. */
  readonly yaml: string;
  /** What it became, with the rule of each validation. */
  readonly admissionPolicies: readonly { readonly name: string; readonly validations: readonly ValidationForTests[] }[];
  /** What of it the webhook is asked. */
  readonly webhooks: readonly WebhookForTests[];
}

interface ValidationForTests {
  readonly rule: string;
  readonly isGuard: boolean;
}

/** Every policy of a compilation without diagnostics. */
export function compiledForTests(compilation: Compilation, kube: number): readonly CompiledForTests[] {
  return compilation.ir.map((ir) => {
    const { name } = ir;
    const summary = compilation.policies.find((policy) => policy.name === name);
    const own = compilation.admissionPolicies.filter(({ policy }) => policy === name);
    return {
      name,
      source: ir.span.file,
      kube,
      ir,
      yaml: compilation.files.find((file) => file.name === summary?.file)?.text ?? "",
      admissionPolicies: own.map((admission) => ({
        name: admission.name,
        validations: admission.validations.map(({ rule, isGuard }) => ({ rule, isGuard })),
      })),
      webhooks: compilation.webhookRules.filter(({ policy }) => policy.name === name).map(webhookForTests),
    };
  });
}

/** A policy that can be asked: as the CEL of its YAML, and as the TypeScript that it was. */
export class TestedPolicy {
  readonly compiled: CompiledForTests;
  readonly documents: AdmissionPolicyDocuments;
  readonly #evaluator: AdmissionEvaluator;
  readonly #webhooks: readonly WebhookUnderTest[];

  constructor(compiled: CompiledForTests) {
    this.compiled = compiled;
    const names = new Set(compiled.admissionPolicies.map(({ name }) => name));
    const { policies, bindings } = readAdmissionPolicies(readObjects(compiled.yaml, "1.1"));
    this.documents = {
      policies: policies.filter(({ name }) => names.has(name)),
      bindings: bindings.filter(({ policyName }) => names.has(policyName)),
    };
    const kube = formatMinor(compiled.kube);
    this.#evaluator = new AdmissionEvaluator(this.documents, { kube });
    this.#webhooks = compiled.webhooks.map((webhook) => new WebhookUnderTest(webhook, kube));
  }

  get name(): string {
    return this.compiled.name;
  }

  /** Whether what it says depends on who may do what. */
  get asksAuthorizer(): boolean {
    const { rules, overrides } = this.compiled.ir;
    return [...rules, ...overrides.map(({ rule }) => rule)].some(({ when }) => asksAuthorizer(when));
  }

  /** Whether the rule asks what time it is. */
  readsTime(rule: string): boolean {
    const own = this.compiled.ir.rules.find(({ name }) => name === rule);
    return own !== undefined && some(own.when, (node) => node.kind === "beyond" && node.readsTime);
  }

  /** A rule that the webhook is asked about because of an override that asks what time it is: about others it does not count. */
  readsTimeFor(input: AdmissionInput): string | undefined {
    const readsTime = overridesByWebhook(this.compiled.ir).some(({ rule }) =>
      some(rule.when, (node) => node.kind === "beyond" && node.readsTime),
    );
    return readsTime ? this.#webhooks.find((webhook) => webhook.isAsked(input))?.rule : undefined;
  }

  /** One finding for each rule that does not admit the request, in the words of its first validation. */
  answerInCel(input: AdmissionInput): readonly RuleFinding[] {
    const answer = this.#evaluator.evaluate(input);
    const told = answer.findings.filter(({ action }) => action !== "Audit");
    const audited = Object.entries(answer.auditAnnotations).map(([key, message]): RuleFinding => {
      return { policy: this.name, rule: key.slice(key.indexOf("/") + 1), action: "audit", message };
    });
    const findings = told.toSorted(deniesFirst).map(({ admissionPolicy, validation, action, message }) => {
      const admission = this.compiled.admissionPolicies.find(({ name }) => name === admissionPolicy);
      const { rule = "", isGuard = false } = admission?.validations[validation ?? -1] ?? {};
      return {
        policy: this.name,
        rule,
        action: action === "Deny" ? "deny" : "warn",
        message,
        ...(isGuard && { isGuard }),
      } as const;
    });
    const first = [...Map.groupBy(findings, ({ rule }) => rule).values()].flatMap((own) => own.slice(0, 1));
    return [...first, ...audited];
  }

  /** What the webhook adds to what CEL says: what the whole policy says of rules about which the webhook is asked. */
  answerOfWebhook(
    input: AdmissionInput,
    { native, whole }: { readonly native: readonly RuleFinding[]; readonly whole: readonly RuleFinding[] },
  ): readonly RuleFinding[] {
    const isDenied = native.some(({ action }) => action === "deny");
    // Policies are asked first: where one denies, the API server asks no webhook.
    if (isDenied) return whole.filter(({ rule }) => this.#isOfWebhook(rule) && !native.some((finding) => finding.rule === rule));
    const asked = this.#webhooks.filter((webhook) => webhook.isAsked(input)).map(({ rule }) => rule);
    const ways = this.compiled.ir.overrides.map(({ rule }) => rule.name);
    const isNew = (name: string): boolean => !native.some(({ rule }) => rule === name);
    return whole.filter(({ rule }) => asked.includes(rule) || (asked.length > 0 && ways.includes(rule) && isNew(rule)));
  }

  /** Nothing is known of a rule that asks the cluster where only its CEL is here. */
  requireNoQuery(input: AdmissionInput, cel: readonly RuleFinding[]): readonly RuleFinding[] {
    const asked = this.#webhooks.find((webhook) => webhook.isAsked(input));
    if (asked === undefined || cel.some(({ action }) => action === "deny")) return cel;
    throw new NotEvaluatedHere(
      `rule ${asked.rule} of ${this.name} is answered by the webhook, which takes its TypeScript: --typescript`,
    );
  }

  #isOfWebhook(rule: string): boolean {
    return this.#webhooks.some((webhook) => webhook.rule === rule);
  }

  /** The same of the policy itself, on the request as the API server would show it to the policy. */
  answerInTypeScript(policy: Policy, input: AdmissionInput): readonly RuleFinding[] {
    const matched = this.documents.policies.map((one) => asMatched(one, input)).find((seen) => seen !== undefined);
    const seen: Input = matched ?? input;
    const overrides = new Set(this.compiled.ir.overrides.map(({ rule }) => rule.name));
    return evaluate(policy, seen, this.compiled.ir).filter(({ action, rule }) => action !== "audit" || overrides.has(rule));
  }
}

/** Of an object in no Namespace every binding speaks, and the strictest counts. */
const deniesFirst = (one: { readonly action: string }, other: { readonly action: string }): number =>
  Number(other.action === "Deny") - Number(one.action === "Deny");
