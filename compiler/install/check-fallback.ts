import { Buffer } from "node:buffer";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { most } from "../guard/weakened/most-compared.ts";
import type { FallbackIr } from "../ir/fallback.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import type { FallbackFiles } from "./plan-fallback.ts";

/** A rule that nobody would answer denies everything that it is asked about. Other mistakes come first: the declaration may be among them. */
export function checkFallback(asking: readonly WebhookRuleIr[], fallback: FallbackIr | undefined, bag: DiagnosticBag): void {
  const [first] = asking;
  if (first === undefined || fallback !== undefined || !bag.isEmpty) return;
  bag.report("no-fallback", first.rule.span, { rule: first.rule.name });
}

/** What the guard of webhook configurations cannot compare it denies, also the controller's own `caBundle`. */
export function checkConfigurationSize({ webhook }: FallbackFiles, fallback: FallbackIr | undefined, bag: DiagnosticBag): void {
  const webhooks = webhook?.configuration.webhooks ?? [];
  const long = webhooks.find(({ rules }) => rules.length > most.rulesOfWebhook);
  if (fallback === undefined) return;
  const report = (what: string, count: number, limit: number): void =>
    bag.report("configuration-too-long", fallback.span, { what, count: String(count), limit: String(limit) });
  if (webhooks.length > most.webhooks) report("webhooks", webhooks.length, most.webhooks);
  else if (long !== undefined) report(`rules of the webhook ${long.name}`, long.rules.length, most.rulesOfWebhook);
}

/** 1 MiB for all of its data (kubernetes v1.37.1: pkg/apis/core/types.go, MaxSecretSize, which ConfigMaps share). */
const maxBytes = 1024 * 1024;

export function checkRulesSize({ rules }: FallbackFiles, fallback: FallbackIr | undefined, bag: DiagnosticBag): void {
  const size = Buffer.byteLength(rules ?? "");
  if (fallback === undefined || size <= maxBytes) return;
  bag.report("rules-too-large", fallback.span, { size: String(size), limit: String(maxBytes) });
}
