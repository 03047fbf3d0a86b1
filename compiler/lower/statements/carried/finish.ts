import { mayBeNaN } from "../../../ir/expressions/number-range.ts";
import { and } from "../../../ir/expressions/boolean.ts";
import { binary, call as celCall, conditional, doubleLiteral, listLiteral, literal, method } from "../../../ir/expression.ts";
import { iterationLimit, maxObjectBytes } from "../../../language/limits.ts";
import { withoutType } from "../../cel-type.ts";
import { joinLists } from "../../collections/concat.ts";
import { choose } from "../../expressions/choose.ts";
import { coalesce } from "../../expressions/coalesce.ts";
import { bareNumber, toDynamic } from "../../expressions/coerce.ts";
import { readIndex } from "../../expressions/index-access.ts";
import { concatenate } from "../../expressions/literals.ts";
import { asDouble, isDefined, plain } from "../../expressions/presence.ts";
import { truthOf } from "../../expressions/truth.ts";
import { calculated } from "../../numbers/arithmetic.ts";
import type { Place } from "../../scope.ts";
import { joined } from "../../text/printed.ts";
import {
  type Dynamic,
  type Value,
  always,
  dynamic,
  dynamicBoolean,
  isNothing,
  mayBeAbsent,
  rejected,
  staticValue,
} from "../../value.ts";
import { type CarriedValue, type IsExtreme, type IsFirst, type Leaf, type Step, leavesOf, followedBy } from "./carried.ts";
import type { Elements } from "./elements.ts";

/** What is carried when a loop over all elements has come to its end. Undefined where CEL cannot say it. */
export function finished(step: Step, start: Value, elements: Elements): Value | undefined {
  const leaves = leavesOf(step).filter(({ does }) => does !== "nothing");
  const [first] = leaves;
  if (first === undefined) return start;
  if (leaves.some(({ does }) => does !== first.does)) return undefined;
  const finish = finishing[first.does as keyof typeof finishing] as Finish;
  return finish({ step, leaves: leaves as unknown as readonly never[], start, elements });
}

interface Finishing<One extends Leaf> {
  readonly step: Step;
  readonly leaves: readonly One[];
  readonly start: Value;
  readonly elements: Elements;
}

type Finish = (parts: Finishing<never>) => Value | undefined;

const finishing = {
  set: lastOf,
  add: sumOf,
  append: textOf,
  push: listOf,
  max: extremeOf,
  min: extremeOf,
  first: firstOf,
} as const;

type Only<Does extends Leaf["does"]> = Extract<Leaf, { readonly does: Does }>;

/** bool: the element does something. */
function happens(step: Step, place: Place): Value {
  if (step.does !== "choose") return staticValue(step.does !== "nothing");
  return choose(step.condition, [happens(step.branches[0], place), happens(step.branches[1], place)], place);
}

/** What is made of an element that does something. */
function made(step: Step, of: (leaf: Leaf) => Value, place: Place): Value {
  if (step.does !== "choose") return of(step);
  const [left, right] = step.branches;
  const [whenTrue, whenFalse] = [left, right].map((branch) => (doesNothing(branch) ? undefined : made(branch, of, place)));
  if (whenTrue === undefined || whenFalse === undefined) return whenTrue ?? whenFalse ?? rejected;
  return choose(step.condition, [whenTrue, whenFalse], place);
}

export const doesNothing = (step: Step): boolean => leavesOf(step).every(({ does }) => does === "nothing");

/** One and the same constant; undefined where there are several. */
export function onlyConstant(values: readonly Value[]): Value | undefined {
  const [first] = values;
  const isOne = first?.kind === "static" && values.every((value) => value.kind === "static" && value.value === first.value);
  return isOne ? first : undefined;
}

/** `found = true` where it is so for any element; otherwise what the last has set. */
function lastOf({ step, leaves, start, elements }: Finishing<Only<"set">>): Value | undefined {
  const { place, isOrdered } = elements;
  const isAny = happens(step, elements.inside);
  const constant = onlyConstant(leaves.map(({ value }) => value));
  if (constant !== undefined) return choose(elements.exist(isAny), [constant, start], place);
  if (!isOrdered) return elements.rejectOrder();
  const list = elements.list(
    isAny,
    made(step, (leaf) => (leaf as Only<"set">).value, elements.inside),
  );
  const last = list && readIndex(list, staticValue(-1), { ...place, fromEnd: true });
  if (list === undefined || last === undefined) return rejected;
  return list.sparse ? choose(isFilled(list), [last, start], place) : coalesce(last, start, place);
}

function isFilled({ expression }: Dynamic): Value {
  const { span } = expression;
  return dynamicBoolean(binary(celCall("size", [expression], span), ">", literal(0, span), span));
}

function firstOf({ step, leaves, start, elements }: Finishing<Only<"first">>): Value | undefined {
  if (!elements.isOrdered) return elements.rejectOrder();
  if (!leaves.every((leaf) => isFirstFrom(leaf, start))) return undefined;
  const value = made(step, (leaf) => (leaf as IsFirst).value, elements.inside);
  const isThere = leaves[0]?.unless === "true" ? truthOf(value) : present(value);
  const list = elements.list(both(happens(step, elements.inside), isThere), here(value));
  return list && coalesce(readIndex(list, staticValue(0), elements.place), start, elements.place);
}

/** What stands there before is what the step takes for nothing, and nothing that is taken leaves it so. */
function isFirstFrom({ unless, nothing, value }: IsFirst, start: Value): boolean {
  if (start.kind !== "static") return false;
  if (unless === "present") return isNothing(start) && (nothing === "either" || start.value === nothing);
  const truth = truthOf(value);
  return !(start.value as unknown) && ((truth.kind === "static" && truth.value === true) || start.value === false);
}

function present(value: Value): Value {
  if (value.kind !== "dynamic" || !mayBeAbsent(value)) return staticValue(!isNothing(value));
  return dynamicBoolean(isDefined(value));
}

/** Where it is known to be there. */
function here(value: Value): Value {
  return value.kind === "dynamic" ? { ...value, expression: plain(value), presence: always, typed: true } : value;
}

function both(one: Value, other: Value): Value {
  if (one.kind === "static") return one.value === true ? other : one;
  if (other.kind === "static") return other.value === true ? one : other;
  return one.kind === "dynamic" && other.kind === "dynamic" ? dynamicBoolean(and(one.expression, other.expression)) : rejected;
}

/** How many elements, or the sum of what each adds: as JavaScript does, from left to right, in doubles. */
function sumOf({ step, leaves, start, elements }: Finishing<Only<"add">>): Value | undefined {
  const { place, inside } = elements;
  const isAny = happens(step, inside);
  if (leaves.some(({ values }) => values.length > 1)) return undefined;
  const constant = onlyConstant(leaves.flatMap(({ values }) => values));
  if (constant?.kind === "static" && Number.isSafeInteger(constant.value) && isInteger(start)) {
    const count = elements.count(isAny);
    const most = Math.abs(Number(constant.value)) * maxObjectBytes;
    const times = constant.value === 1 ? count : multiplied(count, Number(constant.value));
    return count && times && plus(start, { ...times, wholeUpTo: most }, place);
  }
  const value = made(step, (leaf) => (leaf as Only<"add">).values[0] ?? rejected, inside);
  const number = elements.number(value);
  if (number === undefined) return rejected;
  if (number.wholeUpTo !== undefined && isInteger(start) && number.wholeUpTo * iterationLimit < Number.MAX_SAFE_INTEGER) {
    const list = elements.list(isAny, number);
    return list && plus(start, calledOn(list, "sum", number.wholeUpTo * iterationLimit), place);
  }
  if (!elements.isOrdered) return elements.rejectOrder();
  const list = elements.list(isAny, { ...number, expression: asDouble(number.expression), wholeUpTo: undefined });
  return list && totalOf(list, start, elements);
}

function isInteger(start: Value): boolean {
  if (start.kind === "carried") return true;
  return (
    (start.kind === "static" && Number.isSafeInteger(start.value)) || (start.kind === "dynamic" && start.wholeUpTo !== undefined)
  );
}

/** A loop inside of another. */
function grown(about: CarriedValue, next: Extract<Leaf, { does: "add" | "push" | "append" }>, place: Place): Value {
  const step = followedBy(about.step, next);
  return step === undefined ? place.scope.rejectLimited(about) : { ...about, step, node: place.node };
}

function multiplied(count: Dynamic | undefined, by: number): Dynamic | undefined {
  return (
    count && { ...count, expression: binary(count.expression, "*", literal(by, count.expression.span), count.expression.span) }
  );
}

function plus(start: Value, added: Dynamic, place: Place): Value {
  if (start.kind === "carried") return grown(start, { does: "add", values: [added] }, place);
  if (start.kind === "static" && start.value === 0) return added;
  const written = place.node as Parameters<typeof calculated>[2]["nodes"][0];
  return calculated([start, added], "+", { ...place, nodes: [written, written] });
}

function calledOn(list: Dynamic, name: string, wholeUpTo: number | undefined): Dynamic {
  const { expression } = list;
  return dynamic(method(expression, name, [], expression.span), { kind: "number" }, { wholeUpTo });
}

/** In front of what is added to it, where it is more than zero: sums of doubles depend on their order. */
function totalOf(list: Dynamic, start: Value, { place }: Elements): Value | undefined {
  if (start.kind === "static" && start.value === 0) return calledOn(list, "sum", undefined);
  // A sum of sums is not grouped as JavaScript groups it.
  if (start.kind === "carried") return undefined;
  const whole = withStart(list, start, place);
  return whole && calledOn(whole, "sum", undefined);
}

function withStart(list: Dynamic, start: Value, { node, scope }: Place): Dynamic | undefined {
  const first = toDynamic(start, node, scope);
  if (first === undefined) return undefined;
  const { span } = list.expression;
  const expression = listLiteral([withoutType(asDouble(bareNumber(first.expression)))], span);
  return { ...list, expression: binary(expression, "+", list.expression, span) };
}

function extremeOf({ step, leaves, start, elements }: Finishing<IsExtreme>): Value | undefined {
  const { inside } = elements;
  const value = made(step, (leaf) => (leaf as IsExtreme).value, inside);
  const [first] = leaves;
  if (first === undefined || isNothing(value) || !leaves.every((leaf) => isLike(leaf, first))) return undefined;
  if (value.kind === "dynamic" && isUnsure(value, first)) return undefined;
  const number = elements.number(here(value));
  if (number === undefined) return rejected;
  const double = { ...number, expression: asDouble(number.expression), wholeUpTo: undefined };
  const list = elements.list(both(happens(step, inside), present(value)), double);
  return list === undefined ? rejected : extremeFrom(list, first, { start, elements });
}

function isLike(one: IsExtreme, other: IsExtreme): boolean {
  return one.isCalculated === other.isCalculated && one.fromNothing === other.fromNothing;
}

/** CEL fails on ordering NaN, and `Math.max` gives it where there is no number. */
function isUnsure(value: Dynamic, { isCalculated }: IsExtreme): boolean {
  return mayBeNaN(value.expression) || (isCalculated && mayBeAbsent(value));
}

function extremeFrom(
  list: Dynamic,
  step: IsExtreme,
  { start, elements }: Pick<Finishing<IsExtreme>, "start" | "elements">,
): Value | undefined {
  if (isNothing(start)) return isFrom(step, start) ? orNothing(list, step.does, start) : undefined;
  if (start.kind !== "static" && (start.kind !== "dynamic" || mayBeNaN(start.expression))) return undefined;
  const whole = withStart(list, start, elements.place);
  return whole && calledOn(whole, step.does, undefined);
}

function isFrom({ fromNothing }: IsExtreme, start: Value): boolean {
  return fromNothing !== false && start.kind === "static" && (fromNothing === "either" || fromNothing === start.value);
}

/** CEL's `max` and `min` fail on empty lists. */
function orNothing(list: Dynamic, name: string, start: Value): Value {
  const { span } = list.expression;
  const guard = binary(celCall("size", [list.expression], span), ">", literal(0, span), span);
  const called = calledOn(list, name, undefined);
  const expression = conditional(guard, [called.expression, withoutType(doubleLiteral(0, span))], span);
  const isNull = start.kind === "static" && start.value === null ? "where absent" : "never";
  return { ...called, expression, isNull, presence: { kind: "guarded", guard } };
}

function textOf({ step, leaves, start, elements }: Finishing<Only<"append">>): Value | undefined {
  const { place, inside } = elements;
  if (!elements.isOrdered) return elements.rejectOrder();
  if (leaves.some(({ texts }) => texts.some(({ kind }) => kind === "shown"))) return undefined;
  const one = (leaf: Leaf): Value =>
    (leaf as Only<"append">).texts.reduce((text, next) => concatenate(text, next, inside.node, inside.scope), staticValue(""));
  const list = elements.list(happens(step, inside), made(step, one, inside));
  return list && concatenate(start, joined(list, staticValue(""), place), place.node, place.scope);
}

function listOf(parts: Finishing<Only<"push">>): Value | undefined {
  const { start } = parts;
  if (start.kind !== "set") return grownList(parts);
  const list = grownList({ ...parts, start: start.list });
  return list?.kind === "list" || list?.kind === "dynamic" ? { ...start, list } : list;
}

function grownList({ step, leaves, start, elements }: Finishing<Only<"push">>): Value | undefined {
  const { place, inside } = elements;
  const items = leaves.map(({ lists }) => (lists.length === 1 && lists[0]?.kind === "list" ? lists[0].elements : []));
  if (items.some(({ length }) => length !== 1)) return undefined;
  const value = made(step, (leaf) => itemOf(leaf as Only<"push">), inside);
  const list = elements.list(happens(step, inside), value);
  if (list === undefined) return rejected;
  if (start.kind === "list" && start.elements.length === 0) return list;
  return list.sparse ? undefined : joinLists([start, list], place);
}

function itemOf({ lists: [list] }: Only<"push">): Value {
  return list?.kind === "list" ? (list.elements[0] ?? rejected) : rejected;
}
