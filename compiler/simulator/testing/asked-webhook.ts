import { AdmissionEvaluator, type AdmissionInput, readAskedWebhooks } from "../admission/index.ts";
import { buildWebhookConfiguration } from "../../install/webhooks/webhook-configuration.ts";
import { defaultSettings } from "../../install/settings.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";

/** A rule that the webhook answers, and what the API server would be told of it: plain data. */
export interface WebhookForTests {
  readonly rule: string;
  readonly configuration: ReturnType<typeof buildWebhookConfiguration>;
}

export function webhookForTests(rule: WebhookRuleIr): WebhookForTests {
  return { rule: rule.rule.name, configuration: buildWebhookConfiguration([rule], defaultSettings) };
}

/** Whether the API server asks the webhook about a request. */
export class WebhookUnderTest {
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
