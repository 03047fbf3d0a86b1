import type { Policy } from "../../language/policy.ts";
import { type Enforcement, strictest } from "../../api/enforcement.ts";
import type { Action } from "../../api/rules-module.ts";
import { namespaceLabelsOf } from "./namespace-labels.ts";
import type { Input } from "../../api/admission-review.ts";

/** How the policy is enforced on this request; in no Namespace, as in the strictest of them. */
export function enforcementOf({ enforcement = "deny" }: Policy, input: Input): Enforcement {
  if (typeof enforcement === "string") return enforcement;
  const { label, values, otherwise } = enforcement;
  const labels = namespaceLabelsOf(input);
  if (labels === undefined) return strictest([otherwise, ...Object.values(values)]);
  const value = Object.hasOwn(labels, label) ? labels[label] : undefined;
  return value !== undefined && Object.hasOwn(values, value) ? (values[value] ?? otherwise) : otherwise;
}

/** What becomes of a denial or warning. */
export function enforced(action: Action, enforcement: Enforcement): Action | "audit" {
  if (enforcement === "audit") return "audit";
  return action === "deny" ? enforcement : action;
}
