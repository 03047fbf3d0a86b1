import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, listLiteral, literal } from "../../ir/expression.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { afterIterating } from "../evaluation-order.ts";
import { isDefined, plain } from "../expressions/presence.ts";
import { readProperty } from "../expressions/property-access.ts";
import { type Dynamic, type StaticValue, type Value, dynamicBoolean, rejected, staticValue } from "../value.ts";
import type { CallSite } from "./call.ts";
import { NoSelector, type Requirement, readSelector } from "./label-selector.ts";

/** `matchesLabels(labels, selector)`: one condition for each requirement of the selector. */
export function lowerMatchesLabels(call: CallSite): Value {
  const { node, scope } = call;
  const [labelsNode, selectorNode] = call.arguments;
  if (labelsNode === undefined || selectorNode === undefined) return rejected;
  const [labels, selector] = [scope.lower(labelsNode), scope.lower(selectorNode)];
  const requirements = requirementsOf(selector, call);
  if (labels.kind === "rejected" || requirements === undefined) return rejected;
  const conditions = requirements.map((requirement) => {
    const label = readProperty(labels, requirement.key, { node: labelsNode, scope });
    return holds(requirement, label, literal(true, scope.span(node)));
  });
  if (conditions.includes(undefined)) return rejected;
  const whole = conditions
    .flatMap((condition) => condition ?? [])
    .reduce((rest, condition) => and(rest, condition), literal(true, scope.span(node)));
  return afterIterating([labels], whole.kind === "literal" ? staticValue(whole.value === true) : dynamicBoolean(whole));
}

function requirementsOf(selector: Value, { arguments: [, node], scope }: CallSite): readonly Requirement[] | undefined {
  if (selector.kind === "rejected" || node === undefined) return undefined;
  try {
    return readSelector(selector);
  } catch (error) {
    if (!(error instanceof NoSelector)) throw error;
    scope.reject("label-selector", node, { text: node.getText(), reason: error.message });
    return undefined;
  }
}

/** Undefined where the label cannot be read, after a diagnostic. */
function holds({ operator, values }: Requirement, label: Value, yes: Expression): Expression | undefined {
  if (label.kind !== "static" && label.kind !== "dynamic") return undefined;
  const isOneOf = operator === "In" || operator === "NotIn";
  const condition = isOneOf ? isIn(values, label, yes) : isThere(label, yes);
  return operator === "In" || operator === "Exists" ? condition : negate(condition);
}

function isThere(label: StaticValue | Dynamic, { span }: Expression): Expression {
  return label.kind === "static" ? literal(label.value !== undefined, span) : isDefined(label);
}

/** What stands for an absent label is none of the values. */
function isIn(values: readonly string[], label: StaticValue | Dynamic, { span }: Expression): Expression {
  if (label.kind === "static")
    return literal(
      values.some((value) => value === label.value),
      span,
    );
  const [only, ...others] = values.map((value) => literal(value, span));
  const absent = literal(values.includes("") ? " " : "", span);
  // CEL's == and `in` never fail, so no type test.
  const read = plain({ ...label, typed: true }, absent);
  if (only === undefined) return literal(false, span);
  const found =
    others.length === 0 ? binary(read, "==", only, span) : binary(read, "in", listLiteral([only, ...others], span), span);
  return label.presence.kind === "guarded" ? and(label.presence.guard, found) : found;
}
