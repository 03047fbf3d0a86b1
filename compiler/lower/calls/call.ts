import { type CallExpression, type Expression, Node, type PropertyAccessExpression } from "ts-morph";
import { onOptionalChain } from "../expressions/choose.ts";
import { after, afterIterating, isNeverThere, iterations } from "../evaluation-order.ts";
import { demand } from "../../ir/expression.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { readFrom, shownText } from "../expressions/demand.ts";
import { foundIn, isLookedUp } from "../expressions/looked-up.ts";
import { textOr } from "../expressions/coerce.ts";
import { lowerHasKey } from "../expressions/has-key.ts";
import { plain } from "../expressions/presence.ts";
import { notNarrowed, readProperty } from "../expressions/property-access.ts";
import type { Scope } from "../scope.ts";
import type { FlatValue, KeyedValue, PairsValue, SetValue } from "../collections/collection-values.ts";
import {
  type Dynamic,
  type EntriesValue,
  type ListValue,
  type ObjectValue,
  type StaticValue,
  type Value,
  always,
  isNothing,
  rejected,
  undefinedValue,
} from "../value.ts";
import { singleArgument } from "./argument.ts";
import { isIteratorForLater } from "./iterators.ts";
import { builtins } from "./functions.ts";
import { argumentValues, hasSpread, rejectSpread } from "./spread-arguments.ts";
import { entriesMethods } from "../collections/entries-methods.ts";
import { keyedMethods, pairsMethods, setMethods, spreadMethod } from "../collections/keyed/methods.ts";
import { reduceKnown, reducing, reducingEntries } from "../statements/carried/reduce.ts";
import { indexedMethods } from "../collections/indexed.ts";
import { madeObjectsMethods, mapToObjects } from "../collections/flat/made-objects.ts";
import { flatMethods, flattening } from "../collections/flat/flat.ts";
import { listMethods } from "../collections/list-methods.ts";
import { reordering } from "../collections/reordering.ts";
import { joinShown, storedListMethods } from "../collections/stored-list-methods.ts";
import { lowerKnownNumberMethod, numberMethods } from "../numbers/number-methods.ts";
import { lowerOpaqueMethod } from "./opaque-methods.ts";
import { matchesMethods } from "../text/all-matches.ts";
import { lowerPatternMethod } from "../text/pattern-methods.ts";
import { lowerTextMethod } from "../text/text-methods.ts";
import { withMethod } from "../shapes/inferred.ts";
import { unknownCall } from "./unknown-call.ts";

/** One call: its arguments are lowered by the row that takes it, since a callback is no value. */
export interface CallSite {
  readonly node: CallExpression;
  readonly scope: Scope;
  readonly arguments: readonly Expression[];
}

export function lowerCall(node: CallExpression, scope: Scope): Value {
  const call: CallSite = { node, scope, arguments: node.getArguments() as Expression[] };
  if (isIteratorForLater(node)) return scope.reject("iterator-later", node, { text: node.getText() });
  const callee = node.getExpression();
  if (Node.isPropertyAccessExpression(callee)) return lowerMethod(callee, call);
  return callValue(scope.lower(callee), call);
}

function callValue(callee: Value, call: CallSite): Value {
  const { node, scope } = call;
  if (callee.kind === "rejected") return rejected;
  if (callee.kind === "function") return scope.call(callee, argumentValues(call), node);
  if (hasSpread(call) && !(callee.kind === "builtin" && manyArguments.has(callee.name))) return rejectSpread(call);
  const builtin = callee.kind === "builtin" && Object.hasOwn(builtins, callee.name) ? builtins[callee.name] : undefined;
  return builtin === undefined ? unknownCall(call) : builtin(call);
}

/** Functions that take any number of arguments. */
const manyArguments: ReadonlySet<string> = new Set([
  "global Array.of",
  "global Math.max",
  "global Math.min",
  "global Object.assign",
]);

function lowerMethod(callee: PropertyAccessExpression, call: CallSite): Value {
  const receiver = receiverOf(callee, call);
  if (hasSpread(call) && !mayBeFunctions.has(receiver.kind) && callee.getName() !== "concat") return rejectSpread(call);
  const reading = { receiver: callee.getExpression(), node: callee, scope: call.scope };
  const result = callMethod(receiver, callee, call);
  return readFrom(receiver, afterReceiver(receiver, result, call), reading);
}

/**
 * `text.indexOf("")` is 0, of a text that has been worked out anyway; and whatever is read of `[a, b].with(0, c)`,
 * all three have been. What is called is worked out before the arguments, also where CEL has them first: `x in list`.
 */
function afterReceiver(receiver: Value, result: Value, call: CallSite): Value {
  if (result.kind === "static") return afterIterating([receiver], result);
  if (receiver.kind === "list" && result.kind === "list") return afterIterating([receiver, result], result);
  // All elements are worked out, also those behind the one that is found.
  if (receiver.kind === "list" || receiver.kind === "set") return afterIterating([receiver], result);
  return iterations(receiver) && argumentsMayEnd(call) ? afterIterating([receiver], result) : result;
}

const argumentsMayEnd = ({ arguments: args, scope }: CallSite): boolean =>
  args.some((one) => !Node.isArrowFunction(one) && !Node.isSpreadElement(one) && iterations(scope.lowerAny(one)));

/**
 * Also a list or text that was looked up: of an inherited key JavaScript finds a function, which has no such method, and
 * throws.
 */
function receiverOf(callee: PropertyAccessExpression, call: CallSite): Value {
  const { scope } = call;
  const receiver = callee.getExpression();
  const value = scope.lowerCompared(receiver);
  if (!isLookedUp(value)) return value;
  const found = foundIn(value);
  const hasMethods = found.kind === "dynamic" && ["list", "string"].includes(found.shape.kind);
  if (!hasMethods || callee.getName() in Function.prototype || argumentsMayEnd(call)) return scope.rejectLimited(value);
  const isOwn = negate(value.choice.condition.expression);
  return after([demand(isOwn, shownText(receiver), scope.span(receiver))], found);
}

const mayBeFunctions: ReadonlySet<Value["kind"]> = new Set(["rejected", "builtin", "module", "object"] as const);

function callMethod(receiver: Value, callee: PropertyAccessExpression, call: CallSite): Value {
  const name = callee.getName();
  switch (receiver.kind) {
    case "rejected":
      return rejected;
    case "builtin":
    case "module":
      return callValue(readProperty(receiver, name, { node: callee, scope: call.scope }), call);
    case "object":
      return objectMethod(receiver, name, call);
    case "static":
      return isNothing(receiver) ? undefinedValue : knownMethod(receiver, name, call);
    case "dynamic":
      return lowerDynamicMethod(withMethod(receiver, name, callee.getExpression(), call.scope) ?? receiver, name, call);
    case "pattern":
      return lowerPatternMethod(receiver, name, call);
    default:
      return methodOfMade(receiver, name, call) ?? unknownMethod(name, call);
  }
}

/** Of lists, sets and maps that are no plain list in CEL; undefined where it is none of them. */
function methodOfMade(receiver: Value, name: string, call: CallSite): Value | undefined {
  switch (receiver.kind) {
    case "list":
      return listMethod(receiver, name, call);
    case "entries":
      return entriesMethod(receiver, name, call);
    case "indexed":
      return bound(indexedMethods, name, receiver)?.(call);
    case "matches":
      return bound(matchesMethods, name, receiver)?.(call);
    case "shown texts":
      return name === "join" ? joinShown(receiver, call) : undefined;
    case "flat":
      return flatMethod(receiver, name, call);
    case "made objects":
      return (
        bound(madeObjectsMethods, name, receiver)?.(call) ??
        call.scope.reject("not-a-value", call.node, { text: call.node.getText() })
      );
    case "set":
    case "pairs":
    case "keyed":
      return keyedMethod(receiver, name, call);
    default:
      return undefined;
  }
}

function objectMethod(receiver: ObjectValue, name: string, call: CallSite): Value {
  if (name === "hasOwnProperty" && !receiver.properties.has(name)) return hasOwnProperty(receiver, call);
  return callValue(receiver.properties.get(name) ?? { kind: "builtin", name }, call);
}

/** Of an object of the policy. */
function hasOwnProperty(receiver: ObjectValue, call: CallSite): Value {
  const argument = singleArgument(call);
  if (argument === undefined) return rejected;
  return lowerHasKey([textOr(call.scope.lower(argument), argument, call.scope), receiver], { ...call, own: true });
}

function unknownMethod(name: string, { node, scope }: CallSite): Value {
  return scope.reject("unknown-method", node.getExpression(), { name });
}

function listMethod(receiver: ListValue, name: string, call: CallSite): Value {
  if (name === "reduce" || name === "reduceRight") return reduceKnown(name, receiver, call);
  if (!Object.hasOwn(listMethods, name)) return unknownMethod(name, call);
  const answer = listMethods[name]?.(receiver, call) ?? rejected;
  const isEmpty = answer.kind === "list" && answer.elements.length === 0;
  // An empty list has no element that would say what was evaluated to make it.
  return isEmpty || receiver.elements.length === 0 ? afterIterating([receiver], answer) : answer;
}

function entriesMethod(receiver: EntriesValue, name: string, call: CallSite): Value {
  const methods = Object.hasOwn(reducingEntries, name) ? reducingEntries : entriesMethods;
  return Object.hasOwn(methods, name) ? (methods[name]?.(receiver, call) ?? rejected) : unknownMethod(name, call);
}

/** Of `list.flatMap(...)`: of each list, or of all of them as one. */
function flatMethod(receiver: FlatValue, name: string, call: CallSite): Value {
  if (receiver.isSet === true)
    return name === "has" ? (flatMethods["includes"]?.(receiver, call) ?? rejected) : receiver.asOne(call.scope);
  const own = Object.hasOwn(flatMethods, name) ? flatMethods[name] : undefined;
  if (own !== undefined) return own(receiver, call);
  if (!Object.hasOwn(storedListMethods, name)) return unknownMethod(name, call);
  const list = receiver.asOne(call.scope);
  return list.kind === "dynamic" ? (storedListMethods[name]?.(list, call) ?? rejected) : rejected;
}

/** Of `new Set(...)` and `new Map(...)`. */
function keyedMethod(receiver: SetValue | PairsValue | KeyedValue, name: string, call: CallSite): Value {
  const isList = receiver.kind === "set" && receiver.isSpread;
  if (isList) return spreadMethod(receiver, name, call) ?? unknownMethod(name, call);
  const answer = methodOfKeyed(receiver, name)?.(call) ?? unknownMethod(name, call);
  return receiver.kind === "set" ? answer : afterIterating([receiver], answer);
}

function methodOfKeyed(receiver: SetValue | PairsValue | KeyedValue, name: string): ((call: CallSite) => Value) | undefined {
  switch (receiver.kind) {
    case "set":
      return bound(setMethods, name, receiver);
    case "pairs":
      return bound(pairsMethods, name, receiver);
    case "keyed":
      return bound(keyedMethods, name, receiver);
  }
}

function bound<Receiver>(
  methods: Readonly<Record<string, (receiver: Receiver, call: CallSite) => Value>>,
  name: string,
  receiver: Receiver,
): ((call: CallSite) => Value) | undefined {
  const lower = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return lower && ((call) => lower(receiver, call));
}

function textMethod(receiver: Value, name: string, call: CallSite): Value {
  return lowerTextMethod(receiver, name, call) ?? unknownMethod(name, call);
}

function knownMethod(receiver: StaticValue, name: string, call: CallSite): Value {
  const { value } = receiver;
  const ofNumber = typeof value === "number" ? lowerKnownNumberMethod(value, name, call) : undefined;
  return ofNumber ?? textMethod(receiver, name, call);
}

function numberMethod(receiver: Dynamic, name: string, call: CallSite): Value {
  return Object.hasOwn(numberMethods, name) ? (numberMethods[name]?.(receiver, call) ?? rejected) : unknownMethod(name, call);
}

function lowerDynamicMethod(receiver: Dynamic, name: string, call: CallSite): Value {
  if (isNeverThere(receiver)) return { ...receiver, isNull: "never" };
  const present: Dynamic = { ...receiver, expression: plain(receiver), presence: always, typed: true };
  return onOptionalChain(receiver, methodOf(present, name, call), call);
}

function methodOf(receiver: Dynamic, name: string, call: CallSite): Value {
  if (receiver.shape.kind === "string") return textMethod(receiver, name, call);
  if (receiver.shape.kind === "number") return numberMethod(receiver, name, call);
  if (receiver.shape.kind === "opaque") return lowerOpaqueMethod(receiver.shape.type, receiver, { name, call });
  if (receiver.shape.kind === "unknown" || receiver.shape.kind === "union")
    return notNarrowed(call.node.getExpression(), call.scope);
  if (receiver.shape.kind !== "list") return unknownMethod(name, call);
  const objects = name === "map" ? mapToObjects(receiver, call) : undefined;
  if (objects !== undefined) return objects;
  const methods = [flattening, reducing, reordering].find((table) => Object.hasOwn(table, name)) ?? storedListMethods;
  const lower = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return lower === undefined ? unknownMethod(name, call) : lower(receiver, call);
}
