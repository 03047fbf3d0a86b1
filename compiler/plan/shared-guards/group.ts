import type { AdmissionPolicyIr } from "../../ir/admission-policy.ts";
import type { BindingIr } from "../../ir/enforcement.ts";
import { printExpression } from "../../print/print.ts";

/**
 * All that decides when the API server evaluates a guard, and what follows, as text: guards with the same may share a
 * policy. Which parameters they select each binding says for itself; only those that select all stay among themselves,
 * since what one label selects would be asked by as many. So do those that are about annotations: one that is about
 * every object would have all of them asked.
 */
export function groupOf(guard: AdmissionPolicyIr): string {
  const { action, requests, objects, only, params } = guard;
  const condition = only && [only.name, printExpression(only.expression)];
  const looksUp = params && [
    params.apiVersion,
    params.kind,
    params.mayBeUnknown,
    params.selector.matchExpressions !== undefined,
    params.marks !== undefined,
  ];
  const enforced = guard.bindings.map((binding) => enforcementOf(guard, binding));
  return JSON.stringify([endingOf(guard), action, requests, objects, condition, looksUp, enforced]);
}

/** `guard-namespaces-with-configmaps` */
export const endingOf = ({ name, policy }: AdmissionPolicyIr): string => name.slice(policy.length + 1);

/** `-where-audit`, or nothing: which of several bindings it is. */
export const whereOf = ({ name }: AdmissionPolicyIr, binding: BindingIr): string => binding.name.slice(name.length);

function enforcementOf(guard: AdmissionPolicyIr, binding: BindingIr): unknown {
  return [whereOf(guard, binding), binding.validationActions, binding.namespaces];
}
