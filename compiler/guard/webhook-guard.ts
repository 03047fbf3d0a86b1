import { judged } from "../ir/expressions/endings.ts";
import { and } from "../ir/expressions/boolean.ts";
import { isMatched } from "../api/coverage.ts";
import { identifier, literal, select } from "../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import { type Aim, type Guard, type PolicyProtection, notNeeded, off, on, unlessReleased } from "./guard.ts";
import { atMost } from "./marks/terms.ts";
import { losesWebhook } from "./weakened/weakened.ts";

/**
 * A protected webhook configuration goes on denying what it denied: without that nobody need delete it (T16 of
 * docs/security/bypass-matrix.md).
 */
export function webhookGuard({ policy, condition }: PolicyProtection): Guard {
  const name = "webhooks";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  if (!isMatched(policy.match, group, resource))
    return { name, state: notNeeded("no webhook configurations are matched"), rules: [] };
  const when = and(judged(atMost(condition)), losesWebhook());
  const rule = unlessReleased({ ...denial(policy), when }, policy);
  return { name, state: on("webhooks, their rules, and what they do when they fail"), rules: [{ aim, rule }] };
}

const [group, resource] = ["admissionregistration.k8s.io", "validatingwebhookconfigurations"] as const;

const aim: Aim = {
  ending: "guard-webhooks",
  by: "by updates of webhook configurations",
  match: [{ group, version: "v1", resource }],
};

function denial({ span }: PolicyIr): Omit<RuleIr, "when"> {
  const message = joinText([
    literal("webhookGuard: ValidatingWebhookConfiguration ", span),
    select(select(identifier("oldObject", span), "metadata", span), "name", span),
    literal(
      " is protected against deletion, and this update takes a webhook away, narrows it, has it let through what it cannot judge, " +
        "or is too long to compare",
      span,
    ),
  ]);
  const parts = { action: "deny", operations: ["update"], versionedReads: [], nestedIterations: [] } as const;
  return { name: "webhookGuard", span, message, ...parts };
}
