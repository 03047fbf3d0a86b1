import type { Place } from "../scope.ts";
import { and, chooseBoolean, chooseValue } from "../../ir/expressions/boolean.ts";
import { type Expression, call, literal, sequence } from "../../ir/expression.ts";
import { isMade } from "../../ir/expressions/iteration-limit.ts";
import { withOneType } from "../cel-type.ts";
import { chooseCarried, choosesCarried } from "../statements/carried/choose-step.ts";
import type { SetValue } from "../collections/collection-values.ts";
import { named, toDynamic } from "./coerce.ts";
import { mergeShapes } from "../shapes/merge-shapes.ts";
import { after, isNeverThere, iterationsOf, iterations, neverThere } from "../evaluation-order.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { chooseNull } from "./null.ts";
import { asOptional, isDefined, plain } from "./presence.ts";
import { truthOf } from "./truth.ts";
import {
  type Dynamic,
  type IsNull,
  type ObjectValue,
  type Value,
  dynamicBoolean,
  mayBeAbsent,
  optional,
  rejected,
  staticValue,
  undefinedValue,
  isNothing,
} from "../value.ts";
import { ts } from "ts-morph";

/** `condition ? whenTrue : whenFalse`, also for `if` with `return`. */
export function choose(asked: Value, branches: readonly [Value, Value], place: Place): Value {
  const [whenTrue, whenFalse] = branches;
  if (choosesCarried(asked, branches)) return chooseCarried(asked, branches, place);
  const condition = truthOf(asked);
  if (condition.kind === "rejected" || whenTrue.kind === "rejected" || whenFalse.kind === "rejected") return rejected;
  if (condition.kind === "static") return condition.value === true ? whenTrue : whenFalse;
  return condition.kind === "dynamic" ? chooseLater(condition, branches, place) : rejected;
}

/** The condition is known only in the cluster. */
function chooseLater(condition: Dynamic, branches: readonly [Value, Value], place: Place): Value {
  const [whenTrue, whenFalse] = branches;
  if (branches.some(({ kind }) => kind === "mixed" || kind === "shown" || kind === "inherited"))
    return mixed(condition, branches, place);
  if (whenTrue === whenFalse || isSameNothing(whenTrue, whenFalse)) return after(iterationsOf(condition), whenTrue);
  if (whenTrue.kind === "object" && whenFalse.kind === "object") return chooseObject(condition, [whenTrue, whenFalse], place);
  if (whenTrue.kind === "set" && whenFalse.kind === "set" && whenTrue.isSpread === whenFalse.isSpread)
    return ofElements(whenTrue, choose(condition, [whenTrue.list, whenFalse.list], place));
  const test = plain(condition);
  if (mayBeAbsent(whenTrue) || mayBeAbsent(whenFalse)) return chooseOptional(test, branches, place);
  const [left, right] = [toDynamic(whenTrue, place.node, place.scope), toDynamic(whenFalse, place.node, place.scope)];
  if (left === undefined || right === undefined) return rejected;
  return chooseAlways(test, [emptyLike(left, right), emptyLike(right, left)], place);
}

/** `c ? [source] : []`: a list without elements is one of whatever the other holds. */
function emptyLike(one: Dynamic, other: Dynamic): Dynamic {
  const isEmpty = one.expression.kind === "list" && one.expression.elements.length === 0;
  if (!isEmpty || other.shape.kind !== "list") return one;
  return { ...other, expression: one.expression, typedLevels: Infinity, small: true, path: undefined, chosen: undefined };
}

function ofElements(set: SetValue, list: Value): Value {
  return list.kind === "list" || list.kind === "dynamic" ? { ...set, list } : list;
}

function isSameNothing(one: Value, other: Value): boolean {
  return one.kind === "static" && other.kind === "static" && isNothing(one) && one.value === other.value;
}

/** An object of the author's is its properties: each is chosen where it is read. */
function chooseObject(condition: Dynamic, [whenTrue, whenFalse]: readonly [ObjectValue, ObjectValue], place: Place): Value {
  const test = named(condition, "condition");
  const names = [...new Set([...whenTrue.properties.keys(), ...whenFalse.properties.keys()])];
  const choice = (of: (one: ObjectValue, name: string) => Value, among = names): ReadonlyMap<string, Value> =>
    new Map(among.map((name) => [name, choose(test, [of(whenTrue, name), of(whenFalse, name)], place)]));
  const properties = choice((one, name) => one.properties.get(name) ?? undefinedValue);
  if ([...properties.values()].some(({ kind }) => kind === "rejected")) return rejected;
  const uncertain = names.filter((name) => !alwaysHas(whenTrue, name) || !alwaysHas(whenFalse, name));
  const sometimes = choice(hasProperty, uncertain);
  return uncertain.length === 0 ? { kind: "object", properties } : { kind: "object", properties, sometimes };
}

function alwaysHas({ properties, sometimes }: ObjectValue, name: string): boolean {
  return properties.has(name) && sometimes?.has(name) !== true;
}

/** A condition: whether the object has the key, perhaps with the value `undefined`. */
export function hasProperty({ properties, sometimes }: ObjectValue, name: string): Value {
  return sometimes?.get(name) ?? staticValue(properties.has(name));
}

function chooseAlways(test: Expression, [left, right]: readonly [Dynamic, Dynamic], place: Place): Value {
  const both = commonOf(left, right);
  if (both === undefined) return mixed(dynamicBoolean(test), [left, right], place);
  const span = place.scope.span(place.node);
  const branches = withOneType(left.expression, right.expression);
  const isBoolean = both.shape.kind === "boolean";
  const expression = isBoolean ? chooseBoolean(test, branches, span) : chooseValue(test, branches, span);
  return { ...both, expression, chosen: { test, branches: [left, right] } };
}

/** Two values that have no type in common. */
function mixed(condition: Dynamic, [whenTrue, whenFalse]: readonly [Value, Value], place: Place): Value {
  const truth = choose(condition, [truthOf(whenTrue), truthOf(whenFalse)], place);
  if (truth.kind === "rejected") return rejected;
  return { kind: "mixed", truth, choice: { condition, branches: [whenTrue, whenFalse] }, node: place.node };
}

/** What is known of a value that is one of two; undefined where they have no type in common. */
export function commonOf(left: Dynamic, right: Dynamic): Dynamic | undefined {
  const shape = mergeShapes(left.shape, right.shape);
  if (shape === undefined || areMixed(left, right)) return undefined;
  return {
    ...left,
    shape,
    isNull: "never",
    typed: left.typed && right.typed,
    typedLevels: Math.min(left.typedLevels, right.typedLevels),
    wholeUpTo: widest(left, right),
    showable: left.showable && right.showable,
    ascii: left.ascii && right.ascii,
    order: left.order === right.order ? left.order : "random",
    mayBeMap: left.mayBeMap ?? right.mayBeMap,
    small: left.small && right.small,
    sparse: left.sparse || right.sparse,
    inherits: left.inherits || right.inherits,
    isPlainObject: undefined,
    certain: false,
    path: undefined,
    chosen: undefined,
    shown: undefined,
  };
}

/** A list of optionals and one of values, unless there is nothing in it. */
function areMixed(left: Dynamic, right: Dynamic): boolean {
  const [other] = [left, right].filter(({ sparse }) => !sparse);
  if (left.sparse === right.sparse || other === undefined) return false;
  return other.expression.kind !== "list" || other.expression.elements.length > 0;
}

function widest(left: Dynamic, right: Dynamic): number | undefined {
  if (left.wholeUpTo === undefined || right.wholeUpTo === undefined) return undefined;
  return Math.max(left.wholeUpTo, right.wholeUpTo);
}

/** `c ? x : undefined` keeps `x` and notes when it counts; two optionals meet as CEL optionals. */
function chooseOptional(test: Expression, [whenTrue, whenFalse]: readonly [Value, Value], place: Place): Value {
  const span = place.scope.span(place.node);
  const left = isNothing(whenTrue) ? undefined : keepAbsence(whenTrue, place);
  const right = isNothing(whenFalse) ? undefined : keepAbsence(whenFalse, place);
  if (left === null || right === null) return rejected;
  const isNull = chooseNull(test, [whenTrue, whenFalse], span);
  if (left === undefined && right === undefined) return { ...neverThere(span), isNull };
  if (left !== undefined && right === undefined) {
    return {
      ...left,
      expression: plain(left),
      typed: true,
      isNull,
      certain: false,
      presence: { kind: "guarded", guard: and(test, isDefined(left), span) },
    };
  }
  const both = eitherOf(left, right);
  if (both === undefined) return mixed(dynamicBoolean(test), [whenTrue, whenFalse], place);
  if (both.shape.kind === "opaque" || [left, right].some(isMadeList))
    return { ...chooseGuarded(test, [left, right], both), isNull };
  const none = call("optional.none", [], span);
  const optionalOf = (branch: Dynamic | undefined): Expression => {
    if (branch === undefined) return none;
    return isNeverThere(branch)
      ? iterationsOf(branch).reduceRight<Expression>((rest, iteration) => sequence(iteration, rest), none)
      : asOptional(branch);
  };
  const [first, second] = left === undefined || right === undefined ? [left, right] : ofOneType(left, right);
  return {
    ...both,
    expression: chooseValue(test, [optionalOf(first), optionalOf(second)], span),
    presence: optional,
    isNull,
    certain: false,
    typed: true,
    path: undefined,
    chosen: { test, branches: [left, right] },
    shown: undefined,
  };
}

/** What is known of a value that is one of two, of which one may be known to be absent: it has no type of its own. */
function eitherOf(left: Dynamic | undefined, right: Dynamic | undefined): Dynamic | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  if (isNeverThere(left) || isNeverThere(right)) return isNeverThere(left) ? right : left;
  return commonOf(left, right);
}

/** Its length has no limit, and a CEL optional would hide which of the branches has one. */
function isMadeList(branch: Dynamic | undefined): boolean {
  return branch?.shape.kind === "list" && isMade(branch.expression);
}

/** An int and a double that may each be absent: CEL's checker tells `optional.of(1)` from `optional.of(1.0)`, too. */
export function ofOneType(left: Dynamic, right: Dynamic): readonly [Dynamic, Dynamic] {
  const [a, b] = withOneType(left.expression, right.expression);
  return [
    { ...left, expression: a },
    { ...right, expression: b },
  ];
}

/** The value counts only where it is there, whichever branch it comes from. */
function chooseGuarded(test: Expression, branches: readonly [Dynamic | undefined, Dynamic | undefined], both: Dynamic): Dynamic {
  const { span } = test;
  const [left, right] = branches.map((branch) => (branch === undefined ? undefined : plain(branch)));
  const guards = branches.map((branch) => (branch === undefined ? literal(false, span) : isDefined(branch)));
  const guard = chooseBoolean(test, guards as [Expression, Expression], span);
  const value = left === undefined || right === undefined ? (left ?? right) : chooseValue(test, [left, right], span);
  const chosen = { test, branches };
  return {
    ...both,
    expression: value ?? both.expression,
    presence: { kind: "guarded", guard },
    certain: false,
    typed: true,
    path: undefined,
    chosen,
    shown: undefined,
  };
}

/** null after a diagnostic. */
function keepAbsence(value: Value, { node, scope }: Place): Dynamic | null {
  return value.kind === "dynamic" ? value : (toDynamic(value, node, scope) ?? null);
}

/** The value as a condition of a choice: whether it is there. */
export function presenceOf(value: Dynamic): Value {
  return dynamicBoolean(isDefined(value));
}

/**
 * On an optional chain (`a?.startsWith("x")`, `a?.[0]`) the result is there only where the receiver is. What is asked
 * of it, as `b` in `a?.[b]`, is not evaluated before.
 */
export function onOptionalChain(receiver: Dynamic, result: Value, place: Place, asked?: Value): Value {
  if (receiver.presence.kind === "always" || !ts.isOptionalChain(place.node.compilerNode)) return result;
  if (result.kind === "static" && !isNothing(result)) return whereThere(receiver, toDynamic(result, place.node, place.scope));
  if (result.kind === "shown" || result.kind === "mixed") return choose(presenceOf(receiver), [result, undefinedValue], place);
  if (result.kind === "position") return { ...result, isThere: isDefined(receiver) };
  if (result.kind !== "dynamic") return result;
  if (result.presence.kind !== "optional") return whereThere(receiver, result);
  // Nothing is found in what stands in for an absent list or text; what is guarded has no such stand-in.
  const hasStandIn = receiver.presence.kind === "optional" && (asked === undefined || !iterations(asked));
  return hasStandIn ? result : choose(presenceOf(receiver), [result, undefinedValue], place);
}

function whereThere(receiver: Dynamic, result: Dynamic | undefined): Value {
  if (result === undefined) return rejected;
  const isThere = isDefined(receiver);
  const guard = result.presence.kind === "guarded" ? and(isThere, result.presence.guard) : isThere;
  const isNull = nullWhere(isThere, result);
  return { ...result, expression: plain(result), certain: false, isNull, presence: { kind: "guarded", guard } };
}

/** Where the receiver is absent the result is `undefined`, whatever it would be of another: `a?.match(...)`. */
function nullWhere(isThere: Expression, result: Dynamic): IsNull {
  if (result.isNull === "never") return "never";
  return and(isThere, result.isNull === "where absent" ? negate(isDefined(result)) : result.isNull);
}
