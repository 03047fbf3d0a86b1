import { Node } from "ts-morph";
import { comprehension, identifier, index } from "../../ir/expression.ts";
import { coalesce } from "../expressions/coalesce.ts";
import { demanded } from "../expressions/demand.ts";
import { named, toDynamic } from "../expressions/coerce.ts";
import { type Path, nameOfPath } from "../path.ts";
import { hasType } from "../expressions/presence.ts";
import {
  type Dynamic,
  type Value,
  dynamic,
  hasTypedEntries,
  isNothing,
  knownObject,
  listValue,
  rejected,
  staticValue,
} from "../value.ts";
import { asMapOfAny } from "../shapes/inferred.ts";
import type { Place } from "../scope.ts";
import type { CallSite } from "../calls/call.ts";
import { afterChoice, counted, storedIteration, typedElements } from "./stored-iteration.ts";

/** `Object.keys(map)`: CEL iterates over the keys of a map itself. */
export function lowerKeys(call: CallSite): Value {
  const known = listKnown(call, ([key]) => staticValue(key));
  if (known !== undefined) return known;
  const list = isLengthOfKeys(call) ? listOf(call) : undefined;
  if (list !== undefined) return list;
  const map = mapOf(call);
  return map === undefined ? rejected : keysOf(map, call);
}

/** `Object.keys(x).length`; `Object.getOwnPropertyNames` of a list names its `length`, too. */
function isLengthOfKeys({ node }: CallSite): boolean {
  const parent = node.getParent();
  const isLength = Node.isPropertyAccessExpression(parent) && parent.getName() === "length";
  return isLength && node.getExpression().getText() === "Object.keys";
}

/** A list, which has as many keys as elements; undefined where it is none. */
function listOf(call: CallSite): Value | undefined {
  const value = argumentOf(call);
  if (value.kind === "list") return value;
  if (value.kind !== "dynamic" || value.shape.kind !== "list") return undefined;
  const [argument = call.node] = call.arguments;
  const list = demanded(value, { receiver: argument, node: call.node, scope: call.scope });
  if (list.kind !== "dynamic") return list;
  if (!hasTypedEntries(list)) return typedElements(list, call);
  return { ...list, expression: counted(list, call) };
}

/** What `for (const key in value)` goes through; undefined where that is no map. */
export function keysIn(value: Value, place: Place): Value | undefined {
  const object = knownObject(value);
  if (object !== undefined && object.sometimes === undefined)
    return listValue(inJavaScriptOrder(object.properties).map(([key]) => staticValue(key)));
  if (isNothing(value)) return listValue([]);
  if (value.kind !== "dynamic" || value.shape.kind !== "map") return value.kind === "rejected" ? rejected : undefined;
  const nothing: Value = { kind: "object", properties: new Map() };
  const map = toDynamic(coalesce(value, nothing, place), place.node, place.scope);
  return map && keysOf(named(map, nameOfPath(value.path) ?? "entries"), place);
}

/** What `partOf` makes of the entries of a map that the compiler knows; undefined for a stored one. */
function listKnown(call: CallSite, partOf: (entry: readonly [string, Value]) => Value): Value | undefined {
  const object = knownObject(argumentOf(call));
  if (object === undefined) return undefined;
  if (object.sometimes !== undefined) return call.scope.reject("iterates-record", call.node, { text: call.node.getText() });
  return listValue(inJavaScriptOrder(object.properties).map(partOf));
}

/** Whole numbers first, whatever the order in which they were written. */
function inJavaScriptOrder<T>(entries: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return Object.entries(Object.fromEntries(entries));
}

function argumentOf(call: CallSite): Value {
  const [first] = call.arguments;
  if (first === undefined) return rejected;
  // `Object.keys(x ?? {})`: the default alone says no more than that there are fields.
  if (Node.isBinaryExpression(first) && Node.isObjectLiteralExpression(first.getRight()))
    asMapOfAny(call.scope.lowerAny(first.getLeft()), first.getLeft(), call.scope);
  return asMapOfAny(call.scope.lower(first), first, call.scope);
}

function mapOf(call: CallSite): Dynamic | undefined {
  const value = argumentOf(call);
  const [argument = call.node] = call.arguments;
  const map = toDynamic(demanded(value, { receiver: argument, node: call.node, scope: call.scope }), call.node, call.scope);
  if (map === undefined) return undefined;
  if (map.shape.kind === "map") return named(map, value.kind === "dynamic" ? (nameOfPath(value.path) ?? "entries") : "entries");
  call.scope.reject("iterates-record", call.node, { text: call.node.getText() });
  return undefined;
}

/**
 * Keys are text whatever the values are; where those may have another type than declared, such entries are not there.
 */
function keysOf(map: Dynamic, call: Place): Value {
  const span = call.scope.span(call.node);
  const showable = isOfMetadata(map.path);
  const list = { order: "keys", showable, ascii: showable && isLabels(map.path), path: map.path } as const;
  if (hasTypedEntries(map) || map.shape.kind !== "map")
    return dynamic(counted(map, call), { kind: "list", element: { kind: "string" } }, { ...list, mayBeMap: true });
  const [key] = freeNames(call);
  const test = hasType(index(map.expression, identifier(key, span), span), map.shape.value);
  const step = {
    method: "filter",
    range: map.expression,
    variable: key,
    body: test,
    elementTest: test,
    ...storedIteration(map.path, call.scope),
    span,
  } as const;
  const kept = afterChoice(map, comprehension(step), call);
  return dynamic(kept, { kind: "list", element: { kind: "string" } }, { ...list, small: true });
}

/** Labels and annotations of the object itself: the API server has checked their keys. */
function isOfMetadata(path: Path | undefined): boolean {
  return path?.length === 3 && path[1] === "metadata";
}

/** Of annotations the API server checks the keys in lower case, which the Kelvin sign passes as a `k` (measured). */
function isLabels(path: Path | undefined): boolean {
  return path?.[2] === "labels";
}

function freeNames({ scope }: Place): readonly [string] {
  return [scope.iterating.includes("k") ? `k${scope.iterating.length}` : "k"];
}

/** `Object.values` and `Object.entries` are their keys, each with a look-up: `m.exists(k, m[k] == 'x')`. */
export function lowerValues(call: CallSite): Value {
  return lowerWith(call, "values");
}

export function lowerEntries(call: CallSite): Value {
  return lowerWith(call, "entries");
}

function lowerWith(call: CallSite, what: "values" | "entries"): Value {
  const known = listKnown(call, ([key, value]) => (what === "values" ? value : listValue([staticValue(key), value])));
  if (known !== undefined) return known;
  const map = mapOf(call);
  if (map === undefined) return rejected;
  const keys = keysOf(map, call);
  return keys.kind === "dynamic" ? { kind: "entries", what, map, keys } : rejected;
}
