import type { FallbackIr } from "../../ir/fallback.ts";
import type { GroupResource } from "../../api/resource.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";
import { type RequiredWebhook, askedHash } from "../../api/asked-hash.ts";
import { keptBy } from "../check-marks.ts";
import { featureWebhooks } from "./feature-webhooks.ts";
import { buildWebhookConfiguration } from "./webhook-configuration.ts";
import { levelOf, webhookName } from "./webhook-name.ts";

export interface RequiredWebhooks {
  readonly usages: readonly RequiredWebhook[];
  readonly criticalServices: readonly RequiredWebhook[];
}

interface Compiled {
  readonly rules: readonly WebhookRuleIr[];
  readonly policies: readonly PolicyIr[];
}

/** What the controller compares with the configuration in the cluster before it says that something is protected. */
export function requiredWebhooks(fallback: FallbackIr, { rules, policies }: Compiled): RequiredWebhooks {
  const { webhooks } = buildWebhookConfiguration(rules, fallback, policies);
  const hashes = new Map(webhooks.map((webhook) => [webhook.name, askedHash(webhook)]));
  const required = (name: string, keeps: readonly GroupResource[]): readonly RequiredWebhook[] => {
    const hash = hashes.get(name);
    return hash === undefined || keeps.length === 0 ? [] : [{ name, hash, keeps }];
  };
  // One that only warns or records keeps nothing.
  const denying = rules.filter(({ bindings }) => bindings.some((binding) => levelOf(binding) === "deny"));
  const ofRules = (feature: Parameters<typeof keptBy>[1]): readonly RequiredWebhook[] =>
    denying.flatMap((rule) => required(webhookName(rule, "deny"), keptBy(rule, feature, fallback)));
  const features = featureWebhooks(fallback, policies);
  return {
    usages: ofRules("usages"),
    criticalServices: [...ofRules("criticalServices"), ...features.flatMap(({ name, keeps = [] }) => required(name, keeps))],
  };
}
