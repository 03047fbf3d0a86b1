import { or } from "../ir/boolean.ts";
import type { Expression } from "../ir/expression.ts";
import type { PolicyIr } from "../ir/policy.ts";
import type { Protection } from "./guard.ts";

/** What the rules of the policy protect together: an object is safe while any of them denies deleting it. */
export function protectionOf(policy: PolicyIr): Protection | undefined {
  const denying = policy.rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  if (denying.length === 0) return undefined;
  return {
    policy,
    condition: anyOf(denying.map(({ when }) => when)),
    asking: anyOf(denying.map(({ when, asking = when }) => asking)),
  };
}

function anyOf(conditions: readonly Expression[]): Expression {
  return conditions.reduce((left, right) => or(left, right));
}
