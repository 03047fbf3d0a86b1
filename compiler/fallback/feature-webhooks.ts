import type { PolicyIr } from "../ir/policy.ts";
import { appcatWebhooks } from "./appcat-webhooks.ts";
import { criticalServiceWebhooks } from "./critical-services.ts";
import type { FeatureWebhook } from "./feature-webhook.ts";
import { namespaceWebhooks } from "./namespace-webhooks.ts";
import type { FallbackSettings } from "./settings.ts";

/** What the API server asks for features: each about deletes of what carries its mark, so that nothing else depends on the webhook. Usages are asked about by the rules of a policy. */
export function featureWebhooks(settings: FallbackSettings, policies: readonly PolicyIr[]): readonly FeatureWebhook[] {
  const { criticalServices, appcat, namespaceContents } = settings;
  return [
    ...(criticalServices === undefined ? [] : criticalServiceWebhooks(criticalServices.providers)),
    ...(appcat === undefined ? [] : appcatWebhooks(appcat)),
    ...(namespaceContents === undefined ? [] : namespaceWebhooks(policies)),
  ];
}
