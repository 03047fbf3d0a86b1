import type { Place } from "../scope.ts";
import { binary } from "../../ir/expression.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { commonOf } from "../expressions/choose.ts";
import { toDynamic } from "../expressions/coerce.ts";
import { type Dynamic, type Value, always, listValue, mayBeAbsent, rejected } from "../value.ts";
import type { CallSite } from "../calls/call.ts";
import { ofOptionals, optionals } from "./optional-items.ts";
import { argumentValues } from "../calls/spread-arguments.ts";
import { counted, listOfKeys, typedElements } from "./stored-iteration.ts";

/** `a.concat(b, c)` */
export function concat(receiver: Value, call: CallSite): Value {
  const added = argumentValues(call).map(asList);
  // All of them are worked out before the first is copied.
  return after([receiver, ...added].flatMap(iterationsOf), joinLists([receiver, ...added], call));
}

const scalars: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

/** What is certainly no list is one element of the whole. */
export function asList(value: Value): Value {
  if (value.kind === "dynamic")
    return scalars.has(value.shape.kind) || value.shape.kind === "record" ? listValue([value]) : value;
  return value.kind === "static" || value.kind === "object" ? listValue([value]) : value;
}

/** Lists one after the other, also `[...a, ...b]`: known as long as all of them are, else `a + b`. */
export function joinLists(lists: readonly Value[], { node, scope }: Place): Value {
  if (lists.some(({ kind }) => kind === "rejected")) return rejected;
  const before = lists.flatMap((one) => (one.kind === "list" ? (one.before ?? []) : []));
  return after(before, joined(lists, { node, scope }));
}

function joined(lists: readonly Value[], { node, scope }: Place): Value {
  if (lists.every((one) => one.kind === "list")) return listValue(lists.flatMap(({ elements }) => elements));
  const filled = lists.filter((one) => one.kind !== "list" || one.elements.length > 0);
  const isSparse = filled.some(mayHoldAbsent);
  const operands = filled.map((one) => (isSparse ? sparseListOf(one, { node, scope }) : listOf(one, { node, scope })));
  const apart = operands.map((one) => (one === undefined || operands.length === 1 ? one : listOfKeys(one, { node, scope })));
  const known = apart.filter((one) => one !== undefined);
  if (known.length < operands.length) return rejected;
  return known.reduce<Dynamic | undefined>((before, next) => plus(before, next, { node, scope }), undefined) ?? rejected;
}

function mayHoldAbsent(value: Value): boolean {
  return value.kind === "list" ? value.elements.some(mayBeAbsent) : value.kind === "dynamic" && value.sparse;
}

/** A list of CEL optionals, as all of those that are joined are where one element may be absent. */
function sparseListOf(value: Value, place: Place): Dynamic | undefined {
  if (value.kind === "list") return optionals(value, place);
  const list = listOf(value, place);
  return list === undefined || list.sparse ? list : ofOptionals(list, place);
}

function listOf(value: Value, { node, scope }: Place): Dynamic | undefined {
  const list = toDynamic(value, node, scope);
  if (list === undefined) return undefined;
  if (list.shape.kind !== "list") {
    scope.reject("spread-of-stored", node, { text: node.getText() });
    return undefined;
  }
  return iteratedBefore(list, { node, scope });
}

/** A stored list that is spread beside others of which CEL makes no one list. */
export function copied(value: Value, place: Place): Value {
  return value.kind === "dynamic" ? (listOf(value, place) ?? rejected) : value;
}

/** TypeScript copies the elements, so that each list counts for itself and the whole is within reach. */
function iteratedBefore(list: Dynamic, place: Place): Dynamic {
  const elements = typedElements(list, place);
  return { ...elements, expression: counted(elements, place), small: true, path: undefined };
}

function plus(before: Dynamic | undefined, next: Dynamic, place: Place): Dynamic | undefined {
  if (before === undefined) return next;
  const common = commonOf(before, next);
  if (common === undefined) {
    place.scope.reject("mixed-branches", place.node, { text: place.node.getText() });
    return undefined;
  }
  return {
    ...common,
    expression: binary(before.expression, "+", next.expression, place.scope.span(place.node)),
    presence: always,
    order: before.order === "given" && next.order === "given" ? "given" : "random",
    small: true,
  };
}
