import { type BindingIr, strongestOf } from "../../ir/enforcement.ts";
import type { Enforcement } from "../../api/enforcement.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";

/**
 * `usedByPods` -> `used-by-pods`; a rule's name has letters and digits only, so that no two
 * become one, and none has `--`.
 */
const kebab = (rule: string): string => rule.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What a binding makes of a denial. */
export function levelOf({ validationActions }: BindingIr): Enforcement {
  if (validationActions.includes("Deny")) return "deny";
  return validationActions.includes("Warn") ? "warn" : "audit";
}

/** One of its own for each rule, so that the failure of one is no other's. */
export function pathOf({ policy, rule }: WebhookRuleIr, level: Enforcement): string {
  return `/rules/${policy.name}/${kebab(rule.name)}/${level}`;
}

/**
 * `used-by-pods.shared-config.holdfast.dev`: what a denial begins with. Of several bindings those that do not deny are
 * told apart: `used-by-pods--warn.shared-config.holdfast.dev`.
 */
export function webhookName({ policy, rule, bindings }: WebhookRuleIr, level: Enforcement): string {
  const ending = bindings.length > 1 && level !== "deny" ? `--${level}` : "";
  return `${kebab(rule.name)}${ending}.${policy.name}.holdfast.dev`;
}

/** The name of the one that denies; of a policy that only warns or records, of the one that does most. */
export function denyingWebhook(rule: WebhookRuleIr): string {
  return webhookName(rule, strongestOf(rule.policy.enforcement));
}
