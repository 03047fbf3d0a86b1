import { choose, presenceOf } from "../../expressions/choose.ts";
import { readTable } from "../../expressions/element-access.ts";
import { lowerEquality } from "../../expressions/equality.ts";
import { lowerHasKey } from "../../expressions/has-key.ts";
import { orDefault, toDynamic } from "../../expressions/coerce.ts";
import { readKey } from "../../expressions/property-access.ts";
import { after, iterationsOf } from "../../evaluation-order.ts";
import type { KeyedValue, PairsValue, SetValue } from "../collection-values.ts";
import {
  type Dynamic,
  type EntriesValue,
  type Value,
  dynamicBoolean,
  isNothing,
  isSomething,
  listValue,
  mayBeAbsent,
  rejected,
  staticValue,
  undefinedValue,
} from "../../value.ts";
import { singleArgument, whereDefined } from "../../calls/argument.ts";
import type { CallSite } from "../../calls/call.ts";
import { isMadeHere } from "../changed.ts";
import { inOwnOrder, textOrderOf } from "../sort-stored.ts";
import { listMethods } from "../list-methods.ts";
import { storedListMethods } from "../stored-list-methods.ts";
import { changedKeyed } from "./changed-keyed.ts";
import { listOf } from "./distinct.ts";

/** Methods of `new Set(...)`. */
export const setMethods: Readonly<Record<string, (receiver: SetValue, call: CallSite) => Value>> = {
  has: (receiver, call) => ofList(receiver, "includes", call),
  keys: (receiver) => ({ ...receiver, isSpread: true }),
  values: (receiver) => ({ ...receiver, isSpread: true }),
  entries: (receiver, call) => {
    const elements = listOf(receiver, call);
    return elements.kind === "list" ? listValue(elements.elements.map((one) => listValue([one, one]))) : notMadeHere(call);
  },
  add: (receiver, call) => onceMade("add", receiver, call),
};

/** `new Set(list).add(x)`, of a set that has no other name. */
function onceMade(name: string, receiver: SetValue | PairsValue, call: CallSite): Value {
  return (isMadeHere(call) ? changedKeyed(name, receiver, call) : undefined) ?? notMadeHere(call);
}

export function notMadeHere({ node, scope }: CallSite): Value {
  const callee = node.getExpression();
  return scope.reject("changes-list", callee, { text: callee.getText() });
}

/** What does not become another where an element is there twice. */
const sameForAll: ReadonlySet<string> = new Set(["some", "every", "includes", "find"]);

/** A method of `[...set]`; undefined where lists have none of that name. */
export function spreadMethod(receiver: SetValue, name: string, call: CallSite): Value | undefined {
  const { list } = receiver;
  if (list.kind === "dynamic" && name === "filter") {
    const filtered = ofList(receiver, name, call);
    return filtered.kind === "dynamic" ? { ...receiver, list: filtered } : filtered;
  }
  if (sameForAll.has(name)) return ofList(receiver, name, call);
  if (list.kind === "dynamic" && (name === "toSorted" || (name === "sort" && isMadeHere(call))))
    return sortedSpread(receiver, list, call);
  const elements = listOf(receiver, call);
  if (elements.kind === "list") return listMethods[name]?.(elements, call);
  return elements.kind === "dynamic" ? storedListMethods[name]?.(elements, call) : rejected;
}

function sortedSpread(receiver: SetValue, list: Dynamic, call: CallSite): Value {
  const order = textOrderOf(call);
  const isOfTexts = list.shape.kind === "list" && list.shape.element.kind === "string";
  const isAsked = call.arguments.length > 0;
  if (order === undefined || !isOfTexts || (isAsked && list.sparse))
    return call.scope.reject("sorts-other", call.node, { text: call.node.getText() });
  const ordered = inOwnOrder(list, order, call);
  return ordered.kind === "dynamic" ? { ...receiver, list: ordered } : ordered;
}

function ofList({ list }: SetValue, name: string, call: CallSite): Value {
  const answer = list.kind === "list" ? listMethods[name]?.(list, call) : storedListMethods[name]?.(list, call);
  return answer ?? rejected;
}

/** Methods of `new Map([["a", 1], ...])`. */
export const pairsMethods: Readonly<Record<string, (receiver: PairsValue, call: CallSite) => Value>> = {
  get: (receiver, call) => withKey(call, (key) => getKnown(receiver, key, call)),
  has: ({ pairs }, call) => listMethods["includes"]?.(listValue([...pairs.keys()].map(staticValue)), call) ?? rejected,
  keys: ({ pairs }) => listValue([...pairs.keys()].map(staticValue)),
  values: ({ pairs }) => listValue([...pairs.values()]),
  entries: (receiver, call) => listOf(receiver, call),
  set: (receiver, call) => onceMade("set", receiver, call),
};

/** Methods of `new Map(Object.entries(map))`. */
export const keyedMethods: Readonly<Record<string, (receiver: KeyedValue, call: CallSite) => Value>> = {
  get: ({ entries }, call) => withKey(call, (key) => getStored(entries, key, call)),
  has: ({ entries }, call) => withKey(call, (key) => hasStored(entries, key, call)),
  keys: ({ entries }) => entries.keys,
  values: ({ entries }) => ({ ...entries, what: "values" }),
  entries: ({ entries }) => entries,
};

/** A key that is absent is in no map that was made here. */
function withKey(call: CallSite, answer: (key: Value) => Value): Value {
  const argument = singleArgument(call);
  const key = argument === undefined ? rejected : call.scope.lower(argument);
  return key.kind === "rejected" ? rejected : after(iterationsOf(key), answer(key));
}

function getKnown({ pairs }: PairsValue, key: Value, call: CallSite): Value {
  if (key.kind === "static") return isSomething(key.value) ? (pairs.get(key.value) ?? undefinedValue) : undefinedValue;
  if (key.kind !== "dynamic") return call.scope.reject("unknown-key", call.node, { text: call.node.getText() });
  const table = tableOf(pairs);
  if (table === undefined || key.shape.kind !== "string") return chosenOf(pairs, key, call);
  return whereThere(key, readTable({ kind: "table", entries: table }, orDefault(key), call), call);
}

/** A map from text to values of one scalar type is a map in CEL. */
function tableOf(pairs: PairsValue["pairs"]): ReadonlyMap<string, string | number | boolean> | undefined {
  const table = new Map<string, string | number | boolean>();
  for (const [key, value] of pairs) {
    if (typeof key !== "string" || value.kind !== "static" || !isSomething(value.value)) return undefined;
    table.set(key, value.value);
  }
  const types = new Set([...table.values()].map((value) => typeof value));
  return types.size === 1 ? table : undefined;
}

/** `key === "a" ? 1 : key === "b" ? 2 : undefined` */
function chosenOf(pairs: PairsValue["pairs"], key: Dynamic, call: CallSite): Value {
  return [...pairs].reduceRight<Value>((rest, [known, value]) => {
    const isHere = lowerEquality([key, staticValue(known)], call.node, call.scope);
    return choose(isHere, [value, rest], call);
  }, undefinedValue);
}

function whereThere(key: Dynamic, found: Value, call: CallSite): Value {
  return mayBeAbsent(key) ? choose(presenceOf(key), [found, undefinedValue], call) : found;
}

function getStored(entries: EntriesValue, key: Value, call: CallSite): Value {
  if (isNothing(key)) return undefinedValue;
  const text = asText(key, call);
  if (text === undefined) return rejected;
  const found = readKey(entries.map, text.expression, call.scope.span(call.node));
  if (!isWhole(entries)) return choose(hasStored(entries, key, call), [found, undefinedValue], call);
  return key.kind === "dynamic" ? whereThere(key, found, call) : found;
}

function hasStored(entries: EntriesValue, key: Value, call: CallSite): Value {
  if (isNothing(key)) return staticValue(false);
  if (!isWhole(entries)) return storedListMethods["includes"]?.(entries.keys, call) ?? rejected;
  const text = asText(key, call);
  const found = text === undefined ? rejected : lowerHasKey([text, entries.map], { ...call, own: true });
  return found.kind === "dynamic" && key.kind === "dynamic" ? dynamicBoolean(whereDefined(key, found.expression)) : found;
}

/** The keys have not been filtered. */
function isWhole({ keys, map }: EntriesValue): boolean {
  const { expression } = keys;
  const inner = expression.kind === "sequence" ? expression.then : expression;
  return inner === map.expression;
}

/** The key as text that is there; undefined after a diagnostic. */
function asText(key: Value, { node, scope }: CallSite): Dynamic | undefined {
  const text = key.kind === "dynamic" ? orDefault(key) : toDynamic(key, node, scope);
  if (text === undefined || text.shape.kind === "string") return text;
  scope.reject("unknown-key", node, { text: node.getText() });
  return undefined;
}
