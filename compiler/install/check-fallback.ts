import { Buffer } from "node:buffer";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { most } from "../guard/weakened/words.ts";
import type { FallbackIr } from "../ir/fallback.ts";
import { needsWebhook } from "../ir/expressions/visit.ts";
import { type PolicyIr, overridesByWebhook } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { checkMarks, checkTrust } from "./check-marks.ts";
import { checkUnprotected } from "./check-unprotected.ts";
import { longestObjectName } from "../ir/valid-names.ts";
import { featureWebhooks } from "./webhooks/feature-webhooks.ts";
import { levelOf, webhookName } from "./webhooks/webhook-name.ts";
import type { FallbackFiles } from "./plan-fallback.ts";

/**
 * What a declared fallback, or one that is missing, makes of the rules: one mistake at a time, since
 * the declaration may be at fault.
 */
export function checkFallback({ fallback, policies }: Declared, bag: DiagnosticBag): void {
  const asking = policies.flatMap(({ webhook }) => webhook);
  if (fallback === undefined) return checkAnswered(asking, bag);
  const wholes = policies.map(({ policy }) => policy);
  checkMarks(asking, fallback, bag);
  checkTrust(wholes, fallback, bag);
  checkUnprotected(wholes, fallback, bag);
  checkWebhookNames(asking, { fallback, policies: wholes }, bag);
}

interface Declared {
  readonly fallback: FallbackIr | undefined;
  readonly policies: readonly { readonly policy: PolicyIr; readonly webhook: readonly WebhookRuleIr[] }[];
}

/** A rule that nobody would answer denies everything that it is asked about. */
function checkAnswered([first]: readonly WebhookRuleIr[], bag: DiagnosticBag): void {
  if (first === undefined || bag.hasErrors) return;
  const { rule, policy } = first;
  const override = needsWebhook(rule.when) ? undefined : overridesByWebhook(policy)[0]?.rule;
  const what = override === undefined ? `rule \`${rule.name}\`` : `the override \`${override.name}\``;
  bag.report("no-fallback", (override ?? rule).span, { what });
}

/**
 * The API server takes no two webhooks of one name, and none longer than the name of an object.
 * Names of rules are of any length.
 */
function checkWebhookNames(
  asking: readonly WebhookRuleIr[],
  { fallback, policies }: { readonly fallback: FallbackIr; readonly policies: readonly PolicyIr[] },
  bag: DiagnosticBag,
): void {
  if (bag.hasErrors) return;
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

/** What of the files the API server, or our own guard, would not take. */
export function checkFallbackFiles(files: FallbackFiles, fallback: FallbackIr, bag: DiagnosticBag): void {
  checkRulesSize(files, fallback, bag);
  checkConfigurationSize(files, fallback, bag);
}

/** What the guard of webhook configurations cannot compare it denies, also the controller's own `caBundle`. */
function checkConfigurationSize({ webhook }: FallbackFiles, fallback: FallbackIr, bag: DiagnosticBag): void {
  const webhooks = webhook?.configuration.webhooks ?? [];
  const long = webhooks.find(({ rules }) => rules.length > most.rulesOfWebhook);
  const report = (what: string, count: number, limit: number): void =>
    bag.report("configuration-too-long", fallback.span, { what, count: String(count), limit: String(limit) });
  if (webhooks.length > most.webhooks) report("webhooks", webhooks.length, most.webhooks);
  else if (long !== undefined) report(`rules of the webhook ${long.name}`, long.rules.length, most.rulesOfWebhook);
}

/** 1 MiB for all of its data (kubernetes v1.37.1: pkg/apis/core/types.go, MaxSecretSize, which ConfigMaps share). */
const maxBytes = 1024 * 1024;

function checkRulesSize({ rules }: FallbackFiles, fallback: FallbackIr, bag: DiagnosticBag): void {
  const size = Buffer.byteLength(rules ?? "");
  if (size <= maxBytes) return;
  bag.report("rules-too-large", fallback.span, { size: String(Math.ceil(size / 1024)), limit: String(maxBytes / 1024) });
}
