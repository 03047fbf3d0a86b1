import type { FallbackIr } from "../../ir/fallback.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";
import { featureWebhooks } from "../webhooks/feature-webhooks.ts";
import type { RulesBundle } from "../rules-bundle.ts";
import type { Installation } from "./manifest-object.ts";
import type { Process } from "./pod.ts";

/** Whose queries the webhook answers. */
export interface Asking {
  readonly rules: readonly WebhookRuleIr[];
  /** All that there are: some of them are asked about what a Namespace holds. */
  readonly policies: readonly PolicyIr[];
}

/** What is installed, and for what. */
export interface Contents extends Installation, Asking {
  /** Undefined: the webhook runs no rule. */
  readonly bundle: RulesBundle | undefined;
  /** Those that have something to do. */
  readonly processes: readonly Process[];
}

export function processesFor(fallback: FallbackIr, { rules, policies }: Asking): readonly Process[] {
  const hasWebhook = rules.length > 0 || featureWebhooks(fallback, policies).length > 0;
  const { certificates, usages, criticalServices, foregroundClaims, unprotected } = fallback;
  const keeps = [usages, criticalServices, foregroundClaims, unprotected].some((feature) => feature !== undefined);
  const hasController = keeps || (hasWebhook && certificates.kind === "self-managed");
  return [...(hasWebhook ? (["webhook"] as const) : []), ...(hasController ? (["controller"] as const) : [])];
}
