import type { Place } from "../scope.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, call, conditional, listLiteral, literal, mapLiteral, method } from "../../ir/expression.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { isPlain } from "../../language/plain-text.ts";
import { choose, commonOf, ofOneType, presenceOf } from "./choose.ts";
import { toDynamic } from "./coerce.ts";
import { foundIn, isLookedUp, lookedUp } from "./looked-up.ts";
import { after, isNeverThere, iterations, iterationsOf } from "../evaluation-order.ts";
import { asOptional, isDefined, plain } from "./presence.ts";
import { chooseNull, isNullNow } from "./null.ts";
import { type Chosen, type Dynamic, type PositionValue, type Value, always, isNothing, isUndefined, rejected } from "../value.ts";

/** `a ?? b` */
export function coalesce(value: Value, fallback: Value, place: Place): Value {
  if (value.kind === "rejected" || fallback.kind === "rejected") return rejected;
  if (isNothing(value)) return fallback;
  if (value.kind === "carried" || value.kind === "carried test") return place.scope.rejectLimited(value);
  if (isLookedUp(value)) {
    const both = [coalesce(foundIn(value), fallback, place), coalesce(value.missing, fallback, place)] as const;
    return lookedUp(value.choice.condition, both, place);
  }
  if (value.kind === "mixed") {
    const { condition, branches } = value.choice;
    return choose(condition, [coalesce(branches[0], fallback, place), coalesce(branches[1], fallback, place)], place);
  }
  if (value.kind === "position") return placeOr(value, fallback, place);
  return value.kind === "dynamic" && value.presence.kind !== "always" ? orElse(value, fallback, place) : value;
}

/** `text?.indexOf("/") ?? -1` */
function placeOr(value: PositionValue, fallback: Value, { scope }: Place): Value {
  const { expression, isThere, isFound } = value;
  if (isThere === undefined) return value;
  if (fallback.kind !== "static" || fallback.value !== -1) return scope.rejectLimited(value);
  const { span } = expression;
  const found = isFound && and(isThere, isFound, span);
  return {
    ...value,
    expression: conditional(isThere, [expression, literal(-1, span)], span),
    isFound: found,
    isThere: undefined,
  };
}

/** `a ?? b`, where `a` may be absent. */
function orElse(value: Dynamic, fallback: Value, place: Place): Value {
  if (isNeverThere(value)) return after(iterationsOf(value), fallback);
  if (isNothing(fallback)) return { ...value, isNull: isUndefined(fallback) ? "never" : "where absent" };
  if (isEmptyList(fallback) && isThereWhereFilled(value)) return { ...value, presence: always, isNull: "never", typed: true };
  if (value.presence.kind !== "optional" || !canStandIn(fallback)) return chooseFirst(value, fallback, place);
  const other = dynamicFallback(value, fallback, place);
  if (other === undefined) return rejected;
  const common = commonOf(value, other);
  if (common === undefined) return chooseFirst(value, fallback, place);
  if (other.presence.kind === "optional") {
    const [first, second] = ofOneType(value, other);
    const expression = method(asOptional(first), "or", [asOptional(second)], place.scope.span(place.node));
    const isNull = chooseNull(isDefined(value), [{ ...value, presence: always }, other], expression.span);
    return { ...common, expression, isNull, typed: true, chosen: firstOf(value, other) };
  }
  // `spec ?? {}` is still `spec`, `replicas ?? 1` the field's value.
  const isConstant = ["map", "list"].includes(other.expression.kind) || isShortConstant(other.expression);
  const { path, chosen } = isConstant ? value : { path: undefined, chosen: firstOf(value, other) };
  const isPlainObject = !value.inherits && other.inherits ? negate(isDefined(value)) : undefined;
  return { ...common, expression: plain(value, other.expression), presence: always, typed: true, path, chosen, isPlainObject };
}

const isEmptyList = (value: Value): boolean => value.kind === "list" && value.elements.length === 0;

/** `text.match(/x/g) ?? []` is what is found, without asking whether there is any. */
function isThereWhereFilled({ presence, expression }: Dynamic): boolean {
  return presence.kind === "guarded" && identity(lastOf(presence.guard)) === identity(isFilled(lastOf(expression)));
}

/** Without what has to be before. */
function lastOf(node: Expression): Expression {
  return node.kind === "sequence" ? lastOf(node.then) : node;
}

/** bool: the list has elements. */
export function isFilled(list: Expression): Expression {
  const { span } = list;
  return binary(call("size", [list], span), ">", literal(0, span), span);
}

/** A message has the author's own text whatever its length, and takes the two apart for that. */
function isShortConstant(node: Expression): boolean {
  return node.kind === "literal" && (typeof node.value !== "string" || isPlain(node.value));
}

const firstOf = (value: Dynamic, other: Dynamic): Chosen => ({ test: isDefined(value), branches: [value, other] });

/** A default of a parameter or a pattern: it stands in for `undefined`, and not for `null`. */
export function withDefault(value: Value, fallback: Value, place: Place): Value {
  if (value.kind === "static" && value.value === null) return value;
  if (value.kind !== "dynamic" || value.isNull === "never") return coalesce(value, fallback, place);
  const orDefault = coalesce({ ...value, isNull: "never" }, fallback, place);
  return choose(isNullNow(value), [value, orDefault], place);
}

/** `a` where it is there, else `b`. */
function chooseFirst(value: Dynamic, fallback: Value, place: Place): Value {
  const there: Dynamic = { ...value, expression: plain(value), presence: always, typed: true };
  const other = fallback.kind === "dynamic" ? fallback : (emptyLike(value, fallback, place) ?? fallback);
  return choose(presenceOf(value), [there, other], place);
}

/** CEL evaluates `b` of `.orValue(b)` always; where `b` iterates over something it must stay on its side of a `? :`. */
function canStandIn(fallback: Value): boolean {
  if (iterations(fallback) || fallback.kind === "mixed" || fallback.kind === "shown") return false;
  return fallback.kind !== "dynamic" || fallback.presence.kind === "always" || fallback.presence.kind === "optional";
}

function dynamicFallback(value: Dynamic, fallback: Value, place: Place): Dynamic | undefined {
  if (fallback.kind === "dynamic") return fallback;
  return emptyLike(value, fallback, place) ?? toDynamic(fallback, place.node, place.scope);
}

/** `?? {}`, `?? record({})` and `?? []` take the shape of what they stand in for. */
function emptyLike(value: Dynamic, fallback: Value, { node, scope }: Place): Dynamic | undefined {
  const { kind } = value.shape;
  const span = scope.span(node);
  const nothing = { presence: always, typed: true, showable: true, ascii: true, chosen: undefined } as const;
  const isEmptyRecord =
    (fallback.kind === "object" && fallback.properties.size === 0) || (fallback.kind === "table" && fallback.entries.size === 0);
  if (isEmptyRecord && (kind === "map" || kind === "record")) {
    const inherits = fallback.kind === "object";
    return { ...value, ...nothing, expression: mapLiteral([], span), inherits };
  }
  return isEmptyList(fallback) && kind === "list" ? { ...value, ...nothing, expression: listLiteral([], span) } : undefined;
}
