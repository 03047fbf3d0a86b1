import type { ElementAccessExpression } from "ts-morph";
import { optionalIndex } from "../../ir/expression.ts";
import { named, textOr, toDynamic } from "./coerce.ts";
import { readFrom } from "./demand.ts";
import { readIndex } from "./index-access.ts";
import { after, iterations, iterationsOf } from "../evaluation-order.ts";
import { onOptionalChain } from "./choose.ts";
import { isInheritedKey, lookedUp } from "./looked-up.ts";
import { isComparedWithText, readKey, readProperty } from "./property-access.ts";
import type { Scope, Place } from "../scope.ts";
import {
  type Dynamic,
  type ObjectValue,
  type Value,
  dynamic,
  dynamicBoolean,
  isNothing,
  isSomething,
  knownObject,
  optional,
  rejected,
  undefinedValue,
} from "../value.ts";

export function lowerElementAccess(node: ElementAccessExpression, scope: Scope): Value {
  const receiver = node.getExpression();
  const owner = scope.lower(receiver);
  return readFrom(owner, readElement(owner, node, scope), { receiver, node, scope });
}

function readElement(owner: Value, node: ElementAccessExpression, scope: Scope): Value {
  const argument = node.getArgumentExpressionOrThrow();
  const key = scope.lower(argument);
  if (owner.kind === "rejected" || key.kind === "rejected") return rejected;
  if (key.kind === "static" && typeof key.value === "string") return readProperty(owner, key.value, { node, scope });
  if (key.kind === "static" && knownObject(owner) !== undefined) return readProperty(owner, String(key.value), { node, scope });
  if (isNumber(key)) return readPosition(owner, key, { node, scope });
  const text = toDynamic(textOr(key, argument, scope), argument, scope);
  if (text === undefined) return rejected;
  if (text.shape.kind !== "string") return scope.reject("unknown-key", argument, { text: argument.getText() });
  return lookUp(owner, text, { node, scope });
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
    if (owner.inherits && !isComparedWithText(node)) return scope.reject("object-as-table", node, { text: node.getText() });
    const read = readKey(owner, text.expression, scope.span(node));
    return iterations(text) ? onOptionalChain(owner, read, { node, scope }, text) : read;
  }
  if (owner.kind === "object") return readObject(owner, text, { node, scope });
  return scope.reject("unknown-key", key, { text: key.getText() });
}

/** `TIERS[label]` of an object of scalars. */
function readObject({ properties, sometimes }: ObjectValue, text: Dynamic, { node, scope }: Place): Value {
  const entries = new Map([...properties].flatMap(([name, value]) => scalarEntry(name, value)));
  const types = new Set([...entries.values()].map((value) => typeof value));
  if (sometimes !== undefined || entries.size < properties.size || types.size > 1)
    return scope.reject("object-as-table", node, { text: node.getText() });
  const key = named(text, "key");
  const isInherited = dynamicBoolean(isInheritedKey(key.expression, properties.keys(), scope.span(node)));
  const found = readTable({ kind: "table", entries }, key, { node, scope });
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
