import type { AdmissionPolicyIr, NamedExpression } from "../../ir/admission-policy.ts";
import {
  type Expression,
  binary,
  index,
  listLiteral,
  literal,
  identifier,
  method,
  not,
  optionalIndex,
  optionalSelect,
  select,
} from "../../ir/expression.ts";
import { and, or } from "../../ir/expressions/boolean.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { selectorFor } from "../../ir/expressions/needed-mark.ts";
import { mapChildren } from "../../ir/expressions/visit.ts";
import { onceHere } from "../../ir/once.ts";
import type { SelectorIr } from "../../ir/policy.ts";

type Requirement = NonNullable<SelectorIr["matchExpressions"]>[number];

/**
 * What the binding of another policy selects is put to this validation, too. Mostly it says nothing of objects without
 * the label that its own policy selects, since it asks for that label itself. Where it does not, as that a list is short
 * enough to be judged, it is asked for it last.
 *
 *     size(params.spec.items) <= 2000 || !params.metadata.?labels[?'keep'].hasValue()
 */
export function askedOfSelected(expression: Expression, { params, variables }: AdmissionPolicyIr): Expression {
  const requirements = params?.selector.matchExpressions ?? [];
  const condition = negate(inFull(expression, variables));
  const missing = requirements.filter((requirement) => !isNeeded(requirement, condition));
  return missing.reduce((rest, requirement) => or(rest, negate(holdsFor(requirement, expression))), expression);
}

/** Whether the validation denies nothing that the requirement does not select. */
function isNeeded(requirement: Requirement, condition: Expression): boolean {
  const [needed] = selectorFor(condition, "params").matchExpressions ?? [];
  if (needed?.key !== requirement.key) return false;
  if (requirement.operator === "Exists") return needed.operator !== "NotIn";
  return (
    needed.operator === "In" && requirement.operator === "In" && needed.values.every((one) => requirement.values.includes(one))
  );
}

function inFull(expression: Expression, variables: readonly NamedExpression[]): Expression {
  const byName = new Map(variables.map((one) => [one.name, one.expression]));
  const written = onceHere((node: Expression): Expression => {
    const definition = node.kind === "variable" ? byName.get(node.name) : undefined;
    return definition === undefined ? mapChildren(node, written) : written(definition);
  });
  return written(expression);
}

/** bool: the parameter has the label that is selected. */
function holdsFor(requirement: Requirement, { span }: Expression): Expression {
  const metadata = select(identifier("params", span), "metadata", span);
  const key = literal(requirement.key, span);
  const has = method(optionalIndex(optionalSelect(metadata, "labels", span), key, span), "hasValue", [], span);
  if (requirement.operator === "Exists") return has;
  const values = listLiteral(
    requirement.values.map((value) => literal(value, span)),
    span,
  );
  const isOne = binary(index(select(metadata, "labels", span), key, span), "in", values, span);
  return requirement.operator === "In" ? and(has, isOne) : not(and(has, isOne), span);
}
