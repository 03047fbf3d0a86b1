import type { Span } from "../diagnostics/span.ts";
import { and, or } from "../ir/expressions/boolean.ts";
import { type EnforcementIr, nameLabel } from "../ir/enforcement.ts";
import { type Enforcement, enforcements } from "../api/enforcement.ts";
import {
  type Expression,
  binary,
  identifier,
  listLiteral,
  literal,
  local,
  method,
  not,
  optionalIndex,
  optionalSelect,
  select,
} from "../ir/expression.ts";
import type { RuleIr } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import { type Aim, type Guard, type PolicyProtection, notNeeded, off, on, unlessReleased } from "./guard.ts";

/**
 * Where a label of the Namespace decides how the policy is enforced, no update of that label lowers it (T19 of
 * docs/security/bypass-matrix.md).
 */
export function namespaceLabelGuard({ policy }: PolicyProtection): Guard {
  const name = "namespaceLabels";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const { enforcement, span } = policy;
  if (enforcement.by === undefined) return { name, state: notNeeded("the policy is enforced alike everywhere"), rules: [] };
  const { label } = enforcement.by;
  if (label === nameLabel) return { name, state: notNeeded("nobody can change the label of a Namespace's name"), rules: [] };
  const rule = unlessReleased(labelRule(label, lowers(enforcement, span), span), policy, { isAnything: true });
  return { name, state: on(`label ${label} of Namespaces`), rules: [{ aim, rule }] };
}

/** An update is judged by the labels that it brings, so this guard is enforced whatever they are. */
const aim: Aim = {
  ending: "guard-namespace-labels",
  by: "by the label of Namespaces that decides how it is enforced",
  match: [{ group: "", version: undefined, resource: "namespaces/*" }],
  isEverywhere: true,
};

/** bool: the Namespace has been enforced more strictly than it will be. */
function lowers(enforcement: EnforcementIr, span: Span): Expression {
  const used = [enforcement.otherwise, ...Object.values(enforcement.by?.values ?? {})];
  const [, ...stronger] = enforcements.filter((level) => used.includes(level));
  const [first, ...others] = stronger.map((level) =>
    and(
      reaches(level, { enforcement, root: "oldObject", span }),
      not(reaches(level, { enforcement, root: "object", span }), span),
    ),
  );
  return others.reduce((left, right) => or(left, right), first ?? literal(false, span));
}

/** bool: objects of the Namespace are protected at least so. */
function reaches(
  level: Enforcement,
  {
    enforcement: { otherwise, by },
    root,
    span,
  }: { readonly enforcement: EnforcementIr; readonly root: string; readonly span: Span },
): Expression {
  const isAtLeast = (one: Enforcement): boolean => enforcements.indexOf(one) >= enforcements.indexOf(level);
  const isDefault = isAtLeast(otherwise);
  const values = Object.entries(by?.values ?? {}).flatMap(([value, one]) => (isAtLeast(one) === isDefault ? [] : [value]));
  const value = labelOf(root, by?.label ?? "", span);
  const isListed = binary(
    value,
    "in",
    listLiteral(
      values.toSorted().map((text) => literal(text, span)),
      span,
    ),
    span,
  );
  return isDefault ? not(isListed, span) : isListed;
}

/** `''` where it is absent, which no value of the policy is. */
function labelOf(root: string, key: string, span: Span): Expression {
  const labels = optionalSelect(select(identifier(root, span), "metadata", span), "labels", span);
  const value = method(optionalIndex(labels, literal(key, span), span), "orValue", [literal("", span)], span);
  return local(root === "object" ? "labelAfter" : "label", value, "author");
}

function labelRule(label: string, when: Expression, span: Span): RuleIr {
  const message = joinText([
    literal("namespaceLabelGuard: Namespace ", span),
    select(select(identifier("oldObject", span), "metadata", span), "name", span),
    literal(
      ` says by its label ${label} how objects in it are protected against deletion, and this update would lower that`,
      span,
    ),
  ]);
  const parts = { action: "deny", operations: ["update"], versionedReads: [], nestedIterations: [] } as const;
  return { name: "namespaceLabelGuard", span, when, message, ...parts };
}
