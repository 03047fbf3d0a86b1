import type { FallbackIr } from "../../ir/fallback.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";
import { featureWebhooks } from "../feature-webhooks.ts";
import type { RulesBundle } from "../rules-bundle.ts";
import type { Installation } from "./manifest-object.ts";
import type { Process } from "./pod.ts";

/** What is installed, and for what. */
export interface Contents extends Installation {
  readonly rules: readonly WebhookRuleIr[];
  /** Undefined: no rule asks. */
  readonly bundle: RulesBundle | undefined;
  /** Those that have something to do. */
  readonly processes: readonly Process[];
}

export function processesFor(fallback: FallbackIr, rules: readonly WebhookRuleIr[]): readonly Process[] {
  const hasWebhook = rules.length > 0 || featureWebhooks(fallback).length > 0;
  const { certificates, usages, criticalServices, foregroundClaims } = fallback;
  const keeps = [usages?.origins.includes("holdfast"), criticalServices !== undefined, foregroundClaims !== undefined];
  const hasController = keeps.includes(true) || (hasWebhook && certificates.kind === "self-managed");
  return [...(hasWebhook ? (["webhook"] as const) : []), ...(hasController ? (["controller"] as const) : [])];
}
