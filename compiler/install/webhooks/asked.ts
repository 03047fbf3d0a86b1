import { printExpression } from "../../print/print.ts";
import { costLimit, maxCost } from "../../plan/limits/cost.ts";
import { isWithinReach } from "../../plan/limits/expression-size.ts";
import { unlessExhausted } from "../../diagnostics/exhausted.ts";
import type { Expression } from "../../ir/expression.ts";
import { withoutRepeats, withConstantsFirst } from "../../ir/expressions/equivalents.ts";
import { mayBeBuiltIn } from "../../ir/built-in-groups.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";

/**
 * CEL of the condition on which the webhook is asked; undefined: it is asked about everything that is matched. That is so where the API server
 * would not take the condition, too: it only spares the webhook what it would let through.
 */
export function askedText({ policy, asked }: WebhookRuleIr): string | undefined {
  return unlessExhausted(
    () => printed(mayBeBuiltIn(policy.match) ? withConstantsFirst(asked) : asked),
    () => undefined,
  );
}

function printed(condition: Expression): string | undefined {
  const finished = withoutRepeats(condition);
  if (finished.kind === "literal") return undefined;
  return isWithinReach(finished) && maxCost(finished, { variables: [] }) <= costLimit ? printExpression(finished) : undefined;
}
