import { notRefuted } from "../ir/expressions/endings.ts";
import type { Span } from "../diagnostics/span.ts";
import { and, or } from "../ir/expressions/boolean.ts";
import {
  type Expression,
  binary,
  identifier,
  listLiteral,
  literal,
  method,
  not,
  optionalSelect,
  select,
} from "../ir/expression.ts";
import {
  type Guard,
  type GuardTemplates,
  type PolicyProtection,
  notNeeded,
  on,
  requireTemplate,
  ruleWhere,
  unlessReleased,
  updatesOf,
} from "./guard.ts";
import { asStored, atMost } from "./marks/terms.ts";

/** A terminating object keeps the finalizers that the policy names, as long as it is protected. */
export function finalizerGuard({ policy, condition }: PolicyProtection, templates: GuardTemplates): Guard {
  const name = "finalizers";
  const { finalizers } = policy.guards;
  const [first, ...others] = finalizers.map((finalizer) => takesOff(finalizer, policy.span));
  if (first === undefined) return { name, state: notNeeded("the policy names none"), rules: [] };
  const takesOne = others.reduce((left, right) => or(left, right), first);
  const rule = ruleWhere(and(takesOne, asStored(notRefuted(atMost(condition)))), requireTemplate(templates.finalizers), {
    rule: "finalizerGuard",
    policy,
  });
  return { name, state: on(finalizers.join(", ")), rules: [{ aim: updatesOf(policy), rule: unlessReleased(rule, policy) }] };
}

/** `'x' in old finalizers && !('x' in new finalizers)` */
function takesOff(finalizer: string, span: Span): Expression {
  const isIn = (root: string): Expression => {
    const finalizers = optionalSelect(select(identifier(root, span), "metadata", span), "finalizers", span);
    return binary(literal(finalizer, span), "in", method(finalizers, "orValue", [listLiteral([], span)], span), span);
  };
  return and(isIn("oldObject"), not(isIn("object"), span));
}
