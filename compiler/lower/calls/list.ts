import { and, or } from "../../ir/boolean.ts";
import { type Expression, binary, literal } from "../../ir/expression.ts";
import { toDynamic } from "../coerce.ts";
import { lowerExpression } from "../expression.ts";
import { plain } from "../presence.ts";
import { type ListValue, type StaticValue, type Value, dynamicBoolean, listValue, refused, staticValue } from "../value.ts";
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
    if (others.some((other) => other.kind !== "list")) return call.scope.refuse("spread-of-stored", call.node, { text: call.node.getText() });
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
  const answers = receiver.elements.map((element) => applyCallback(callback, element, call));
  if (answers.every((answer): answer is StaticValue => answer.kind === "static")) {
    return listValue(receiver.elements.filter((_, at) => answers[at]?.kind === "static" && answers[at].value === true));
  }
  const stored = toDynamic(receiver, call.node, call.scope);
  return stored === undefined ? refused : (storedListMethods["filter"]?.(stored, call) ?? refused);
}

/** `["true", "false"].includes(value)` -> `value in ['true', 'false']` */
function includes(receiver: ListValue, call: Call): Value {
  const [argument] = call.arguments;
  const value = argument === undefined ? refused : lowerExpression(argument, call.scope);
  if (value.kind === "refused") return refused;
  const { elements } = receiver;
  if (value.kind === "static" && elements.every((element): element is StaticValue => element.kind === "static")) {
    return staticValue(elements.some((element) => element.kind === "static" && element.value === value.value));
  }
  const list = toDynamic(receiver, call.node, call.scope);
  const searched = toDynamic(value, call.node, call.scope);
  if (list === undefined || searched === undefined) return refused;
  if (elements.length === 0) return staticValue(false);
  return dynamicBoolean(binary(searched.expression, "in", list.expression, call.scope.span(call.node)));
}

function join(receiver: ListValue, call: Call): Value {
  const [argument] = call.arguments;
  const separator = argument === undefined ? staticValue(",") : lowerExpression(argument, call.scope);
  const parts = receiver.elements;
  if (separator.kind === "static" && parts.every((part): part is StaticValue => part.kind === "static")) {
    return staticValue(parts.map((part) => String(part.value)).join(String(separator.value)));
  }
  const stored = toDynamic(receiver, call.node, call.scope);
  return stored === undefined ? refused : (storedListMethods["join"]?.(stored, call) ?? refused);
}
