import { and, or } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, literal } from "../../ir/expression.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import { isDouble, withoutType } from "../cel-type.ts";
import { choose } from "../expressions/choose.ts";
import { orDefault, toDynamic } from "../expressions/coerce.ts";
import { readIndex } from "../expressions/index-access.ts";
import {
  type Dynamic,
  type ListValue,
  type Value,
  dynamicBoolean,
  listValue,
  mayBeAbsent,
  rejected,
  staticValue,
  undefinedValue,
  isSomething,
} from "../value.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { lowerEquality } from "../expressions/equality.ts";
import { singleArgument, whereDefined } from "../calls/argument.ts";
import { applyCallback, callbackOf } from "../calls/callback.ts";
import { conditionOf } from "../expressions/truth.ts";
import { asList, concat, joinLists } from "./concat.ts";
import { ofNewList, pop, shift, splice, toSpliced, withElement } from "./changed.ts";
import { toSorted } from "./sorting.ts";
import { optionals } from "./optional-items.ts";
import type { CallSite } from "../calls/call.ts";
import { join, storedListMethods } from "./stored-list-methods.ts";

type LowerMethod = (receiver: ListValue, call: CallSite) => Value;

/** Methods of lists whose length the compiler knows: what can be decided now is, the rest is written out. */
export const listMethods: Readonly<Record<string, LowerMethod>> = {
  some: unrolled(or, false),
  every: unrolled(and, true),
  map: (receiver, call) => {
    const elements = answersOf(receiver, call);
    return elements.some((element) => element.kind === "rejected") ? rejected : listValue(elements);
  },
  filter,
  includes,
  join,
  concat,
  find,
  at: (receiver, call) => readIndex(receiver, argumentOf(call), { ...call, fromEnd: true }),
  flat: (receiver, call) => joinLists(receiver.elements.map(asList), call),
  flatMap: (receiver, call) => joinLists(answersOf(receiver, call).map(asList), call),
  slice,
  sort: ofNewList(toSorted),
  toSorted,
  reverse: ofNewList(toReversed),
  toReversed,
  pop: ofNewList(pop),
  shift: ofNewList(shift),
  splice: ofNewList(splice),
  toSpliced,
  with: withElement,
  fill: ofNewList(fill),
  copyWithin: ofNewList(copyWithin),
  toString: (receiver: ListValue, call: CallSite): Value => join(receiver, { ...call, arguments: [] }),
  indexOf,
  lastIndexOf: (receiver, call) => placeOf(receiver, call, "last"),
  findIndex: (receiver, call) => foundPlace(receiver, call, "first"),
  findLast: (receiver, call) => found(receiver, call, "last"),
  findLastIndex: (receiver, call) => foundPlace(receiver, call, "last"),
  keys: ({ elements }) => listValue(elements.map((_, at) => staticValue(at))),
  values: (receiver) => receiver,
  entries: ({ elements }) => listValue(elements.map((element, at) => listValue([staticValue(at), element]))),
};

function unrolled(combine: (left: Expression, right: Expression) => Expression, empty: boolean): LowerMethod {
  return (receiver, call) => {
    const span = call.scope.span(call.node);
    const answers = answersOf(receiver, call).map((answer) => conditionOf(answer, call.node, call.scope));
    if (answers.some((answer) => answer === undefined)) return rejected;
    const whole = answers.reduceRight<Expression>((rest, answer) => combine(answer as Expression, rest), literal(empty, span));
    return whole.kind === "literal" ? staticValue(whole.value === true) : dynamicBoolean(whole);
  };
}

/** What the callback says of each element, in order; one rejection where there is no such callback. */
function answersOf({ elements }: ListValue, call: CallSite): readonly Value[] {
  const callback = callbackOf(call, 2);
  if (callback === undefined) return [rejected];
  return elements.map((element, at) => applyCallback(callback, element, call, staticValue(at)));
}

function argumentOf(call: CallSite): Value {
  const argument = singleArgument(call);
  return argument === undefined ? rejected : call.scope.lower(argument);
}

/** Decided now where the callback can be; otherwise a CEL list. */
function filter(receiver: ListValue, call: CallSite): Value {
  const answers = answersOf(receiver, call).map((answer) => conditionOf(answer, call.node, call.scope));
  if (answers.some((answer) => answer === undefined)) return rejected;
  if (answers.every((answer) => answer?.kind === "literal")) {
    return listValue(receiver.elements.filter((_, at) => answers[at]?.kind === "literal" && answers[at].value === true));
  }
  const { node, scope } = call;
  const stored = receiver.elements.some(mayBeAbsent) ? optionals(receiver, call) : toDynamic(receiver, node, scope);
  return stored === undefined ? rejected : (storedListMethods["filter"]?.(stored, call) ?? rejected);
}

/** `["true", "false"].includes(value)` -> `value in ['true', 'false']`; what is no constant is compared one by one. */
function includes(receiver: ListValue, call: CallSite): Value {
  const argument = singleArgument(call);
  if (argument === undefined) return rejected;
  const value = call.scope.lower(argument);
  const { elements } = receiver;
  if (value.kind === "dynamic" && elements.length > 1 && elements.every(isScalar)) return inKnown(elements, value, call);
  if (bothMayBeNaN(elements, value)) return call.scope.reject("inexact-arithmetic", argument, { text: argument.getText() });
  const answers = elements.map((element) =>
    isNaNKnown(value) && isNaNKnown(element) ? staticValue(true) : lowerEquality([value, element], call.node, call.scope),
  );
  if (value.kind === "rejected" || answers.some((answer) => answer.kind === "rejected")) return rejected;
  const conditions = answers.map((answer) => conditionOf(answer, call.node, call.scope) as Expression);
  const whole = conditions.reduceRight<Expression>(
    (rest, answer) => or(answer, rest),
    literal(false, call.scope.span(call.node)),
  );
  return after(iterationsOf(value), whole.kind === "literal" ? staticValue(whole.value === true) : dynamicBoolean(whole));
}

/** `includes` finds NaN in TypeScript, where `===` does not. */
function bothMayBeNaN(elements: readonly Value[], value: Value): boolean {
  const mayBe = (one: Value): boolean => one.kind === "dynamic" && mayBeNaN(one.expression);
  return mayBe(value) ? elements.some((one) => mayBe(one) || isNaNKnown(one)) : isNaNKnown(value) && elements.some(mayBe);
}

function isNaNKnown(value: Value): boolean {
  return value.kind === "static" && Number.isNaN(value.value);
}

function isScalar(element: Value): boolean {
  return element.kind === "static" && isSomething(element.value);
}

function inKnown(elements: readonly Value[], value: Dynamic, call: CallSite): Value {
  const { node, scope } = call;
  const list = toDynamic(listValue(elements), node, scope);
  const searched = orDefault(value);
  if (list === undefined) return rejected;
  if (list.shape.kind !== "list" || list.shape.element.kind !== searched.shape.kind)
    return scope.reject("mixed-list", node, { text: node.getText() });
  // CEL's checker finds no double among ints, although they compare.
  const needle = isDouble(searched.expression) ? withoutType(searched.expression) : searched.expression;
  return dynamicBoolean(whereDefined(value, binary(needle, "in", list.expression, scope.span(node))));
}

function find(receiver: ListValue, call: CallSite): Value {
  return found(receiver, call, "first");
}

/** The element for which the callback says true: a chain of choices. */
function found(receiver: ListValue, call: CallSite, which: "first" | "last"): Value {
  const each = answersOf(receiver, call).map((answer, at) => ({ answer, value: receiver.elements[at] ?? rejected }));
  return firstTrue(which === "first" ? each : each.toReversed(), undefinedValue, call);
}

function foundPlace(receiver: ListValue, call: CallSite, which: "first" | "last"): Value {
  const each = answersOf(receiver, call).map((answer, at) => ({ answer, value: staticValue(at) }));
  return firstTrue(which === "first" ? each : each.toReversed(), staticValue(-1), call);
}

interface Answered {
  readonly answer: Value;
  readonly value: Value;
}

function firstTrue(each: readonly Answered[], otherwise: Value, call: CallSite): Value {
  return each.reduceRight<Value>((rest, { answer, value }) => {
    const condition = conditionOf(answer, call.node, call.scope);
    if (condition === undefined) return rejected;
    const test = condition.kind === "literal" ? staticValue(condition.value === true) : dynamicBoolean(condition);
    return choose(test, [value, rest], call);
  }, otherwise);
}

function toReversed({ elements }: ListValue): Value {
  return listValue(elements.toReversed());
}

function fill({ elements }: ListValue, call: CallSite): Value {
  const value = argumentOf(call);
  return value.kind === "rejected" ? rejected : listValue(elements.map(() => value));
}

function copyWithin({ elements }: ListValue, call: CallSite): Value {
  const places = knownPlaces(call);
  const [to, from = 0, end] = places ?? [];
  if (to === undefined) return call.scope.reject("slice-bounds", call.node, { text: call.node.getText() });
  return listValue([...elements].copyWithin(to, from, end));
}

function knownPlaces(call: CallSite): readonly number[] | undefined {
  const bounds = call.arguments.map((argument) => call.scope.lower(argument));
  const known = bounds.flatMap((bound) => (bound.kind === "static" && typeof bound.value === "number" ? [bound.value] : []));
  return known.length === bounds.length ? known : undefined;
}

function slice(receiver: ListValue, call: CallSite): Value {
  const known = knownPlaces(call);
  if (known === undefined || known.length > 2) return call.scope.reject("slice-bounds", call.node, { text: call.node.getText() });
  return listValue(receiver.elements.slice(...known));
}

function indexOf(receiver: ListValue, call: CallSite): Value {
  return placeOf(receiver, call, "first");
}

/** As `find`, of positions. */
function placeOf(receiver: ListValue, call: CallSite, which: "first" | "last"): Value {
  const searched = argumentOf(call);
  if (searched.kind === "rejected") return rejected;
  const each = receiver.elements.map((element, at) => ({
    answer: lowerEquality([element, searched], call.node, call.scope),
    value: staticValue(at),
  }));
  return firstTrue(which === "first" ? each : each.toReversed(), staticValue(-1), call);
}
