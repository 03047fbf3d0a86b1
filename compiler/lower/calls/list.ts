import { and, or } from "../../ir/boolean.ts";
import { type Expression, binary, literal } from "../../ir/expression.ts";
import { toDynamic } from "../coerce.ts";
import { lowerExpression } from "../expression.ts";
import { plain } from "../presence.ts";
import {
  type Dynamic,
  type ListValue,
  type StaticValue,
  type Value,
  dynamicBoolean,
  listValue,
  refused,
  staticValue,
} from "../value.ts";
import { after, walksOf } from "../order.ts";
import { lowerEquality } from "../equality.ts";
import { singleArgument, whereDefined } from "./argument.ts";
import { applyCallback, callbackOf } from "./callback.ts";
import type { Call } from "./index.ts";
import { storedListMethods } from "./stored-list.ts";

type LowerMethod = (receiver: ListValue, call: Call) => Value;

/** Methods of lists whose length the compiler knows: what can be decided now is, the rest is written out. */
export const listMethods: Readonly<Record<string, LowerMethod>> = {
  some: unrolled(or, false),
  every: unrolled(and, true),
  map: (receiver, call) => {
    const callback = callbackOf(call);
    if (callback === undefined) return refused;
    const elements = receiver.elements.map((element) => applyCallback(callback, element, call));
    return elements.some((element) => element.kind === "refused") ? refused : listValue(elements);
  },
  filter,
  includes,
  join,
  concat: (receiver, call) => {
    const others = call.arguments.map((argument) => lowerExpression(argument, call.scope));
    if (others.some((other) => other.kind !== "list"))
      return call.scope.refuse("spread-of-stored", call.node, { text: call.node.getText() });
    return listValue([...receiver.elements, ...others.flatMap((other) => (other.kind === "list" ? other.elements : []))]);
  },
};

function unrolled(combine: (left: Expression, right: Expression) => Expression, empty: boolean): LowerMethod {
  return (receiver, call) => {
    const callback = callbackOf(call);
    if (callback === undefined) return refused;
    const span = call.scope.span(call.node);
    const answers = receiver.elements.map((element) => conditionOf(applyCallback(callback, element, call), call));
    if (answers.some((answer) => answer === undefined)) return refused;
    const whole = answers.reduceRight<Expression>((rest, answer) => combine(answer as Expression, rest), literal(empty, span));
    return whole.kind === "literal" ? staticValue(whole.value === true) : dynamicBoolean(whole);
  };
}

export function conditionOf(value: Value, call: Call): Expression | undefined {
  if (value.kind === "refused") return undefined;
  if (value.kind === "static" && typeof value.value === "boolean") return literal(value.value, call.scope.span(call.node));
  if (value.kind === "dynamic" && value.shape.kind === "boolean") {
    return value.presence.kind === "guarded" ? and(value.presence.guard, value.expression) : plain(value);
  }
  call.scope.refuse("not-a-boolean", call.node, { text: call.node.getText() });
  return undefined;
}

/** Decided now where the callback can be; otherwise a CEL list. */
function filter(receiver: ListValue, call: Call): Value {
  const callback = callbackOf(call);
  if (callback === undefined) return refused;
  const answers = receiver.elements.map((element) => conditionOf(applyCallback(callback, element, call), call));
  if (answers.some((answer) => answer === undefined)) return refused;
  if (answers.every((answer) => answer?.kind === "literal")) {
    return listValue(receiver.elements.filter((_, at) => answers[at]?.kind === "literal" && answers[at].value === true));
  }
  const { node, scope } = call;
  if (receiver.elements.some(mayBeAbsent))
    return scope.refuse("not-a-value", node.getExpression(), { text: node.getExpression().getText() });
  const stored = toDynamic(receiver, node, scope);
  return stored === undefined ? refused : (storedListMethods["filter"]?.(stored, call) ?? refused);
}

/** `["true", "false"].includes(value)` -> `value in ['true', 'false']`; what is no constant is compared one by one. */
function includes(receiver: ListValue, call: Call): Value {
  const argument = singleArgument(call);
  if (argument === undefined) return refused;
  const value = lowerExpression(argument, call.scope);
  const { elements } = receiver;
  if (value.kind === "dynamic" && elements.length > 1 && elements.every(isScalar)) return inKnown(elements, value, call);
  const answers = elements.map((element) => lowerEquality([value, element], call.node, call.scope));
  if (value.kind === "refused" || answers.some((answer) => answer.kind === "refused")) return refused;
  const conditions = answers.map((answer) => conditionOf(answer, call) as Expression);
  const whole = conditions.reduceRight<Expression>(
    (rest, answer) => or(answer, rest),
    literal(false, call.scope.span(call.node)),
  );
  return after(walksOf(value), whole.kind === "literal" ? staticValue(whole.value === true) : dynamicBoolean(whole));
}

function isScalar(element: Value): boolean {
  return element.kind === "static" && element.value !== undefined;
}

function mayBeAbsent(element: Value): boolean {
  return element.kind === "dynamic"
    ? element.presence.kind !== "always"
    : element.kind === "static" && element.value === undefined;
}

function inKnown(elements: readonly Value[], value: Dynamic, call: Call): Value {
  const { node, scope } = call;
  const list = toDynamic(listValue(elements), node, scope);
  const searched = toDynamic(value, node, scope);
  if (list === undefined || searched === undefined) return refused;
  if (list.shape.kind !== "list" || list.shape.element.kind !== searched.shape.kind)
    return scope.refuse("mixed-list", node, { text: node.getText() });
  return dynamicBoolean(whereDefined(value, binary(searched.expression, "in", list.expression, scope.span(node)), call));
}

function join(receiver: ListValue, call: Call): Value {
  const [argument] = call.arguments;
  const separator = argument === undefined ? staticValue(",") : lowerExpression(argument, call.scope);
  const parts = receiver.elements;
  if (separator.kind === "static" && parts.every((part): part is StaticValue => part.kind === "static")) {
    return staticValue(parts.map((part) => part.value).join(String(separator.value)));
  }
  const stored = toDynamic(receiver, call.node, call.scope);
  return stored === undefined ? refused : (storedListMethods["join"]?.(stored, call) ?? refused);
}
