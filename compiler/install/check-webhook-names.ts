import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { FallbackIr } from "../ir/fallback.ts";
import { longestObjectName } from "../ir/object-names.ts";
import type { PolicyIr } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { featureWebhooks } from "./webhooks/feature-webhooks.ts";
import { levelOf, webhookName } from "./webhooks/webhook-name.ts";

interface Declared {
  readonly fallback: FallbackIr;
  readonly policies: readonly PolicyIr[];
}

/** The API server takes no two webhooks of one name, and none longer than the name of an object. Names of rules are of any length. */
export function checkWebhookNames(asking: readonly WebhookRuleIr[], { fallback, policies }: Declared, bag: DiagnosticBag): void {
  if (!bag.isEmpty) return;
  const taken = new Set(featureWebhooks(fallback, policies).map(({ name }) => name));
  for (const asked of asking) {
    const { name: rule, span } = asked.rule;
    for (const binding of asked.bindings) {
      const name = webhookName(asked, levelOf(binding));
      const problem = taken.has(name)
        ? "a webhook of the fallback has that name"
        : `it has ${name.length} characters, of at most ${longestObjectName}`;
      if (taken.has(name) || name.length > longestObjectName) bag.report("webhook-name", span, { rule, name, problem });
    }
  }
}
