import type { PolicyIr } from "../../ir/policy.ts";
import { appcatWebhooks } from "./appcat-webhooks.ts";
import { criticalServiceWebhooks } from "./critical-service-webhooks.ts";
import type { FeatureWebhook } from "./feature-webhook.ts";
import { namespaceWebhooks } from "./namespace-webhooks.ts";
import type { FallbackSettings } from "../settings.ts";
import { usageAuthorWebhooks } from "./usage-author-webhooks.ts";

/**
 * What the API server asks for features: each about deletes of what carries its mark, so that nothing else depends on
 * the webhook; and about whoever makes a Usage. Deletes of what is used are for the rules of a policy.
 */
export function featureWebhooks(settings: FallbackSettings, policies: readonly PolicyIr[]): readonly FeatureWebhook[] {
  const { usages, criticalServices, appcat, namespaceContents } = settings;
  return [
    ...(usages === undefined ? [] : usageAuthorWebhooks(usages.origins)),
    ...(criticalServices === undefined ? [] : criticalServiceWebhooks(criticalServices.providers)),
    ...(appcat === undefined ? [] : appcatWebhooks(appcat)),
    ...(namespaceContents === undefined ? [] : namespaceWebhooks(policies)),
  ];
}
