import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, listLiteral, literal } from "../../ir/expression.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { afterIterating } from "../evaluation-order.ts";
import { isDefined, plain } from "../expressions/presence.ts";
import { readProperty } from "../expressions/property-access.ts";
import {
  type Dynamic,
  type StaticValue,
  type Value,
  dynamicBoolean,
  rejected,
  staticValue,
  type ObjectValue,
  knownObject,
} from "../value.ts";
import type { CallSite } from "./call.ts";

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

/** One requirement of a selector; `matchLabels` are requirements with one value. */
interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

const operators = ["In", "NotIn", "Exists", "DoesNotExist"] as const;
type Operator = (typeof operators)[number];

/**
 * What keeps an object of the policy from being a label selector (apimachinery: pkg/apis/meta/v1,
 * LabelSelectorAsSelector).
 */
class NoSelector extends Error {
  override readonly name = "NoSelector";
}

/** The requirements of a selector that is written in the policy; throws `NoSelector`. */
function readSelector(value: Value): readonly Requirement[] {
  const { matchLabels, matchExpressions, ...others } = Object.fromEntries(propertiesOf(value));
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new NoSelector(`it has no field \`${unknown}\``);
  const equal = [...(matchLabels === undefined ? [] : propertiesOf(matchLabels))].map(([key, label]) =>
    requirementOf(key, "In", [textOf(label)]),
  );
  return [...equal, ...(matchExpressions === undefined ? [] : elementsOf(matchExpressions)).map(readRequirement)];
}

function readRequirement(value: Value): Requirement {
  const { key, operator, values } = Object.fromEntries(propertiesOf(value));
  return requirementOf(textOf(key), textOf(operator), values === undefined ? [] : elementsOf(values).map(textOf));
}

function requirementOf(key: string, name: string, values: readonly string[]): Requirement {
  const operator = operators.find((one) => one === name);
  if (operator === undefined) throw new NoSelector(`\`${name}\` is none of ${operators.join(", ")}`);
  if (!isLabelKey(key)) throw new NoSelector(`\`${key}\` is not a key of labels`);
  const wrong = values.find((value) => !isLabelValue(value));
  if (wrong !== undefined) throw new NoSelector(`\`${wrong}\` is not a value of labels`);
  const takesValues = operator === "In" || operator === "NotIn";
  if (takesValues && values.length === 0) throw new NoSelector(`\`${operator}\` needs \`values\``);
  if (!takesValues && values.length > 0) throw new NoSelector(`\`${operator}\` takes no \`values\``);
  return { key, operator, values };
}

function propertiesOf(value: Value): ObjectValue["properties"] {
  const object = knownObject(value);
  if (object === undefined || object.sometimes !== undefined) throw notWritten();
  return object.properties;
}

function elementsOf(value: Value): readonly Value[] {
  if (value.kind === "list") return value.elements;
  throw notWritten();
}

function textOf(value: Value | undefined): string {
  if (value?.kind === "static" && typeof value.value === "string") return value.value;
  throw notWritten();
}

function notWritten(): NoSelector {
  return new NoSelector("keys, operators and values must be written in the policy");
}

/** apimachinery: pkg/util/validation, IsQualifiedName. */
function isLabelKey(key: string): boolean {
  const parts = key.split("/");
  const [name = "", prefix] = parts.toReversed();
  if (parts.length > 2 || name === "" || !isLabelValue(name)) return false;
  return (
    prefix === undefined ||
    (prefix.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(prefix))
  );
}

/** The same file, IsValidLabelValue. */
function isLabelValue(value: string): boolean {
  return value.length <= 63 && /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value);
}
