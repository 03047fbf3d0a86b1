import type { ElementAccessExpression } from "ts-morph";
import { type Expression, mapLiteral, optionalIndex } from "../../ir/expression.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { knownLiteral, named, textOr, toDynamic } from "./coerce.ts";
import { readFrom } from "./demand.ts";
import { readIndex } from "./index-access.ts";
import { asListOfAny, asMapOfAny } from "../shapes/inferred.ts";
import { after, iterations, iterationsOf } from "../evaluation-order.ts";
import { onOptionalChain } from "./choose.ts";
import { isInheritedKey, lookedUp } from "./looked-up.ts";
import { elementOfLoop } from "../statements/index-loop.ts";
import { isInside } from "../path.ts";
import { isComparedWithText, readKey, readProperty } from "./property-access.ts";
import type { Scope, Place } from "../scope.ts";
import {
  type Dynamic,
  type ListValue,
  type ObjectValue,
  type Value,
  dynamic,
  dynamicBoolean,
  isNothing,
  isSomething,
  knownObject,
  optional,
  rejected,
  staticText,
  undefinedValue,
} from "../value.ts";

export function lowerElementAccess(node: ElementAccessExpression, scope: Scope): Value {
  const element = elementOfLoop(node, scope);
  if (element !== undefined) return element;
  const receiver = node.getExpression();
  const owner = scope.lower(receiver);
  return readFrom(owner, readElement(owner, node, scope), { receiver, node, scope });
}

function readElement(from: Value, node: ElementAccessExpression, scope: Scope): Value {
  const argument = node.getArgumentExpressionOrThrow();
  const key = scope.lower(argument);
  const owner = ownerOf(from, key, node, scope);
  if (owner.kind === "rejected" || key.kind === "rejected") return rejected;
  if (key.kind === "static" && typeof key.value === "string") return readProperty(owner, key.value, { node, scope });
  if (key.kind === "static" && knownObject(owner) !== undefined) return readProperty(owner, String(key.value), { node, scope });
  if (isNumber(key)) return readPosition(owner, key, { node, scope });
  const text = toDynamic(textOr(key, argument, scope), argument, scope);
  if (text === undefined) return rejected;
  if (text.shape.kind !== "string") return scope.reject("unknown-key", argument, { text: argument.getText() });
  return lookUp(owner, text, { node, scope });
}

/** What is `any` and read at a position is a list, and by a key of the cluster's a map. */
function ownerOf(owner: Value, key: Value, node: ElementAccessExpression, scope: Scope): Value {
  if (key.kind === "static" && typeof key.value === "string") return owner;
  return (isNumber(key) ? asListOfAny : asMapOfAny)(owner, node.getExpression(), scope);
}

function readPosition(owner: Value, position: Value, place: Place): Value {
  if (isNothing(owner)) return undefinedValue;
  const read = readIndex(owner, position, place);
  return owner.kind === "dynamic" && owner.shape.kind === "list" ? onOptionalChain(owner, read, place, position) : read;
}

function isNumber(key: Value): boolean {
  return key.kind === "static" ? typeof key.value === "number" : key.kind === "dynamic" && key.shape.kind === "number";
}

/** `owner[key]`, of a key that only the cluster knows. */
function lookUp(owner: Value, text: Dynamic, { node, scope }: Place & { readonly node: ElementAccessExpression }): Value {
  const key = node.getArgumentExpressionOrThrow();
  if (owner.kind === "table") return readTable(owner, text, { node, scope });
  if (isNothing(owner)) return undefinedValue;
  if (owner.kind === "dynamic" && owner.shape.kind === "map") {
    const read = readKey(owner, text.expression, scope.span(node));
    const found = iterations(text) ? onOptionalChain(owner, read, { node, scope }, text) : read;
    const isEntry = !owner.inherits || isComparedWithText(node) || isKeyOf(owner, text.expression, scope);
    return isEntry ? found : perhapsInherited(owner, [text, found], { node, scope });
  }
  if (owner.kind === "object") return readObject(owner, text, { node, scope });
  return scope.reject("unknown-key", key, { text: key.getText() });
}

/** `(labels ?? {})[key]`: where there are no labels, a key may be one that every object inherits. */
function perhapsInherited({ isPlainObject }: Dynamic, [text, found]: readonly [Dynamic, Value], { node, scope }: Place): Value {
  if (isPlainObject === undefined || iterations(text)) return scope.reject("object-as-table", node, { text: node.getText() });
  const isInherited = and(isPlainObject, isInheritedKey(named(text, "key").expression, [], scope.span(node)));
  return lookedUp(dynamicBoolean(isInherited), [found, undefinedValue], { node });
}

/**
 * The key of an iteration over the map itself: what it finds is an entry, and nothing that objects inherit. Maps in two
 * elements of one list have one path, and are two.
 */
function isKeyOf({ path }: Dynamic, key: Expression, { iterating, iteratedPaths }: Scope): boolean {
  if (key.kind !== "identifier" || path === undefined || isInside(path)) return false;
  const iterated = iteratedPaths[iterating.lastIndexOf(key.name)];
  return iterated?.length === path.length && iterated.every((step, at) => step === path[at]);
}

/** `TIERS[label]` of an object of scalars, or of lists of texts. */
function readObject({ properties, sometimes }: ObjectValue, text: Dynamic, { node, scope }: Place): Value {
  const lists = sometimes === undefined ? textLists(properties) : undefined;
  if (lists !== undefined) return readLists(lists, text, { node, scope });
  const entries = new Map([...properties].flatMap(([name, value]) => scalarEntry(name, value)));
  const types = new Set([...entries.values()].map((value) => typeof value));
  if (sometimes !== undefined || entries.size < properties.size || types.size > 1)
    return scope.reject("object-as-table", node, { text: node.getText() });
  const key = named(text, "key");
  const isInherited = dynamicBoolean(isInheritedKey(key.expression, properties.keys(), scope.span(node)));
  const found = readTable({ kind: "table", entries }, key, { node, scope });
  return after(iterationsOf(text), lookedUp(isInherited, [found, undefinedValue], { node }));
}

type TextLists = readonly (readonly [string, ListValue])[];

/** Where every property is a list of texts, with one at least: CEL takes the type of the elements from them. */
function textLists(properties: ObjectValue["properties"]): TextLists | undefined {
  const lists = [...properties].flatMap(([key, value]) => (isTextList(value) ? [[key, value] as const] : []));
  return lists.length > 0 && lists.length === properties.size ? lists : undefined;
}

function isTextList(value: Value): value is ListValue {
  return value.kind === "list" && value.elements.length > 0 && value.elements.every((one) => staticText(one) !== undefined);
}

/** `ALLOWED[team]`: the list of a key, of which methods may be called (`calls/call.ts`). */
function readLists(lists: TextLists, text: Dynamic, { node, scope }: Place): Value {
  const span = scope.span(node);
  const key = named(text, "key");
  const entries = lists.map(([name, list]) => [knownLiteral(name, node, scope), toDynamic(list, node, scope)] as const);
  const known = entries.flatMap(([name, list]) => (name && list ? [[name, list] as const] : []));
  const [first] = known;
  if (first === undefined || known.length < entries.length) return rejected;
  const pairs = known.map(([name, list]) => [name, list.expression] as const);
  const expression = optionalIndex(mapLiteral(pairs, span), key.expression, span);
  const ascii = known.every(([, list]) => list.ascii);
  const found: Dynamic = { ...first[1], expression, presence: optional, ascii };
  const isInherited = dynamicBoolean(isInheritedKey(key.expression, new Map(lists).keys(), span));
  return after(iterationsOf(text), lookedUp(isInherited, [found, undefinedValue], { node }));
}

function scalarEntry(name: string, value: Value): readonly (readonly [string, string | number | boolean])[] {
  return value.kind === "static" && isSomething(value.value) ? [[name, value.value]] : [];
}

export function readTable(owner: Value, key: Dynamic, { node, scope }: Place): Value {
  if (owner.kind === "table" && owner.entries.size === 0) return undefinedValue;
  const table = toDynamic(owner, node, scope);
  if (table === undefined || table.shape.kind !== "map") return rejected;
  const read = optionalIndex(table.expression, key.expression, scope.span(node));
  return dynamic(read, table.shape.value, { presence: optional, showable: true, ascii: table.ascii });
}
