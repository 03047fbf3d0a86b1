import { or } from "../ir/boolean.ts";
import type { PolicyIr } from "../ir/policy.ts";
import type { Protection } from "./guard.ts";

/** What the rules of the policy protect together: an object is safe while any of them refuses to delete it. */
export function protectionOf(policy: PolicyIr): Protection | undefined {
  const denying = policy.rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const [first, ...others] = denying.map(({ when }) => when);
  return first === undefined ? undefined : { policy, condition: others.reduce((left, right) => or(left, right), first) };
}
