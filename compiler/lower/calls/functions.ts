import {
  type Expression,
  binary,
  call as celCall,
  comprehension,
  identifier,
  index,
  listLiteral,
  literal,
  mapLiteral,
  sequence,
} from "../../ir/expression.ts";
import { iterationLimit, sortLimit } from "../../language/limits.ts";
import { coalesce } from "../expressions/coalesce.ts";
import { named, textOr, toDynamic } from "../expressions/coerce.ts";
import { demanded } from "../expressions/demand.ts";
import { lowerHasKey } from "../expressions/has-key.ts";
import { plain } from "../expressions/presence.ts";
import { truthOf } from "../expressions/truth.ts";
import { lowerMadePattern } from "../text/regular-expressions.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { askedForType } from "../shapes/inferred.ts";
import { isOfShape } from "../shapes/type-of.ts";
import { declareFallback, declarePolicy, declareResource } from "./declare.ts";
import {
  type Dynamic,
  type Value,
  always,
  dynamic,
  dynamicBoolean,
  hasTypedEntries,
  listValue,
  rejected,
  staticValue,
  isSomething,
} from "../value.ts";
import { lowerAscii } from "../text/ascii.ts";
import { readers } from "./parse.ts";
import type { CallSite } from "./call.ts";
import { lowerAssign, lowerFreeze, lowerFromEntries, lowerIs, lowerOf } from "./objects.ts";
import { lowerMatchesLabels } from "./matches-labels.ts";
import { lowerBigInt } from "../numbers/big-int.ts";
import { lowerDateParse } from "../numbers/date-in-text.ts";
import { lowerDateUTC } from "../numbers/dates.ts";
import { lowerExtreme } from "../numbers/extremes.ts";
import { numberTests } from "../numbers/number-tests.ts";
import { lowerAbs, lowerRounding, lowerSign } from "../numbers/rounding.ts";
import { lowerParseFloat, lowerParseInt } from "../numbers/parse-int.ts";
import { lowerNumberCall, lowerString } from "../numbers/number-text.ts";
import { lowerNumberOf } from "../numbers/number-of.ts";
import { lowerPlainName, lowerShow } from "../text/shown-text.ts";
import { arrayFrom } from "../collections/keyed/array-from.ts";
import { lowerEntries, lowerKeys, lowerValues } from "../collections/map-methods.ts";

type LowerBuiltin = (call: CallSite) => Value;

/** Functions that are known by name: the language's, and those of JavaScript that have a form in CEL. */
export const builtins: Readonly<Record<string, LowerBuiltin>> = {
  deletionPolicy: declarePolicy,
  fallback: declareFallback,
  ...readers,
  ascii: lowerAscii,
  number: lowerNumberCall,
  matchesLabels: lowerMatchesLabels,
  plainName: lowerPlainName,
  record,
  resource: declareResource,
  same,
  show: lowerShow,
  sorted,
  withinIterationLimit,
  "global Array.from": arrayFrom,
  "global Array.isArray": isArray,
  "global Boolean": ({ arguments: [asked], scope }) =>
    asked === undefined ? staticValue(false) : truthOf(scope.lowerCompared(asked)),
  "global Object.hasOwn": hasOwn,
  "global RegExp": ({ node, scope }) => lowerMadePattern(node, scope),
  "global String": lowerString,
  "global BigInt": lowerBigInt,
  "global Date.UTC": lowerDateUTC,
  "global Date.parse": lowerDateParse,
  "global Math.abs": lowerAbs,
  "global Math.ceil": lowerRounding("ceil"),
  "global Math.floor": lowerRounding("floor"),
  "global Math.max": lowerExtreme("max"),
  "global Math.min": lowerExtreme("min"),
  "global Math.round": lowerRounding("round"),
  "global Math.sign": lowerSign,
  "global Math.trunc": lowerRounding("trunc"),
  ...numberTests,
  "global Number": lowerNumberOf,
  "global parseInt": lowerParseInt,
  "global parseFloat": lowerParseFloat,
  "global Number.parseInt": lowerParseInt,
  "global Number.parseFloat": lowerParseFloat,
  "global Array.of": lowerOf,
  "global Object.assign": lowerAssign,
  "global Object.freeze": lowerFreeze,
  "global Object.fromEntries": lowerFromEntries,
  "global Object.getOwnPropertyNames": lowerKeys,
  "global Object.is": lowerIs,
  "global Object.keys": lowerKeys,
  "global Object.values": lowerValues,
  "global Object.entries": lowerEntries,
};

function argumentOf(call: CallSite, at: number): Value {
  const node = call.arguments[at];
  return node === undefined ? rejected : call.scope.lower(node);
}

function isArray(call: CallSite): Value {
  const [asked = call.node] = call.arguments;
  const value = askedForType(argumentOf(call, 0), asked, call.scope);
  if (value.kind === "rejected") return rejected;
  const isSuch =
    value.kind === "dynamic" ? isOfShape(value, { kind: "list", element: { kind: "unknown" } }) : staticValue(isList(value));
  return after(iterationsOf(value), isSuch);
}

function isList(value: Value): boolean {
  return value.kind === "list" || value.kind === "entries" || (value.kind === "set" && value.isSpread);
}

function hasOwn(call: CallSite): Value {
  const {
    node,
    scope,
    arguments: [owner = node, key = node],
  } = call;
  const map = demanded(argumentOf(call, 0), { receiver: owner, node, scope });
  return lowerHasKey([textOr(argumentOf(call, 1), key, scope), map], { ...call, own: true });
}

function record(call: CallSite): Value {
  const value = argumentOf(call, 0);
  if (value.kind === "rejected") return rejected;
  const entries = new Map<string, string | number | boolean>();
  for (const [key, entry] of value.kind === "object" ? value.properties : []) {
    if (entry.kind === "static" && isSomething(entry.value)) entries.set(key, entry.value);
    else return call.scope.reject("unknown-key", call.node, { text: call.node.getText() });
  }
  if (value.kind !== "object") return call.scope.reject("unknown-key", call.node, { text: call.node.getText() });
  return { kind: "table", entries };
}

/** Absent maps are empty ones, on both sides. */
function same(call: CallSite): Value {
  const [a, b] = [mapArgument(call, 0), mapArgument(call, 1)];
  if (a === undefined || b === undefined) return rejected;
  if (![a, b].every(isMapOfTexts)) return call.scope.reject("compares-objects", call.node, { text: call.node.getText() });
  return dynamicBoolean(binary(a.expression, "==", b.expression, call.scope.span(call.node)));
}

/** Only there what rules see in TypeScript is all that is stored. */
function isMapOfTexts(map: Dynamic): boolean {
  return map.shape.kind === "map" && map.shape.value.kind === "string" && hasTypedEntries(map);
}

function withinIterationLimit(call: CallSite): Value {
  const map = mapArgument(call, 0);
  if (map === undefined) return rejected;
  if (!isMapOfTexts(map)) return call.scope.reject("compares-objects", call.node, { text: call.node.getText() });
  const span = call.scope.span(call.node);
  return dynamicBoolean(binary(celCall("size", [map.expression], span), "<=", literal(iterationLimit, span), span));
}

function mapArgument(call: CallSite, at: number): Dynamic | undefined {
  const { node, scope } = call;
  const empty = dynamic(mapLiteral([], scope.span(node)), { kind: "map", value: { kind: "string" } });
  return toDynamic(coalesce(argumentOf(call, at), empty, { node, scope }), node, scope);
}

/**
 * CEL cannot sort before Kubernetes 1.35, so each place of the result is filled by the key that has as many smaller
 * ones: `[0, 1, ...].filter(i, i < size(k)).map(i, k.filter(x, k.filter(y, y < x).size() == i)[0])`.
 */
function sorted(call: CallSite): Value {
  const value = argumentOf(call, 0);
  if (value.kind === "rejected") return rejected;
  if (value.kind === "list") return sortKnown(value.elements, call);
  if (
    value.kind !== "dynamic" ||
    value.shape.kind !== "list" ||
    value.order !== "keys" ||
    value.shape.element.kind !== "string"
  ) {
    return call.scope.reject("sorts-other", call.node, { text: call.node.getText() });
  }
  const keys = named({ ...value, expression: plain(value), presence: always }, "keys").expression;
  return dynamic(inOrder(keys, call), value.shape, { small: true, showable: value.showable, ascii: value.ascii });
}

function sortKnown(elements: readonly Value[], call: CallSite): Value {
  const texts = elements.flatMap((element) =>
    element.kind === "static" && typeof element.value === "string" ? [element.value] : [],
  );
  if (texts.length < elements.length || texts.length > sortLimit)
    return call.scope.reject("sorts-other", call.node, { text: call.node.getText() });
  return listValue(texts.toSorted(byCodePoint).map(staticValue));
}

/** The order of UTF-8 bytes is that of code points, in which CEL sorts. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function inOrder(keys: Expression, call: CallSite): Expression {
  const span = call.scope.span(call.node);
  const [i, x, y] = ["i", "x", "y"].map((name) => identifier(name, span)) as [Expression, Expression, Expression];
  const step = { bound: undefined, entries: sortLimit, nesting: call.scope.iteratedPaths.length, span };
  const smaller = comprehension({ ...step, method: "filter", range: keys, variable: "y", body: binary(y, "<", x, span) });
  const isNext = binary(celCall("size", [smaller], span), "==", i, span);
  const next = index(
    comprehension({ ...step, method: "filter", range: keys, variable: "x", body: isNext }),
    literal(0, span),
    span,
  );
  const places = listLiteral(
    Array.from({ length: sortLimit }, (_, place) => literal(place, span)),
    span,
  );
  const used = comprehension({
    ...step,
    method: "filter",
    range: places,
    variable: "i",
    body: binary(i, "<", celCall("size", [keys], span), span),
  });
  const ordered = comprehension({ ...step, method: "map", range: used, variable: "i", body: next });
  // Says only that more keys than this are too many; `sequence` prints nothing of it.
  const counted = comprehension({
    ...step,
    method: "exists",
    range: keys,
    variable: "x",
    body: literal(true, span),
    bound: sortLimit,
    ...(step.nesting > 0 && { whenReached: true }),
  });
  return sequence(counted, ordered);
}
