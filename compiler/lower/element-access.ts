import type { ElementAccessExpression, Node } from "ts-morph";
import { binary, optionalIndex } from "../ir/expression.ts";
import { toDynamic } from "./coerce.ts";
import { lowerExpression } from "./expression.ts";
import { isComparedWithText, isInherited } from "./inherited.ts";
import { isDefined } from "./presence.ts";
import { readIndex } from "./index-access.ts";
import { readKey, readProperty } from "./property-access.ts";
import type { Scope } from "./scope.ts";
import {
  type Dynamic,
  type ObjectValue,
  type Value,
  dynamic,
  dynamicBoolean,
  optional,
  refused,
  staticValue,
  undefinedValue,
} from "./value.ts";

interface Place {
  readonly node: Node;
  readonly scope: Scope;
}

export function lowerElementAccess(node: ElementAccessExpression, scope: Scope): Value {
  const owner = lowerExpression(node.getExpression(), scope);
  const argument = node.getArgumentExpressionOrThrow();
  const key = lowerExpression(argument, scope);
  if (owner.kind === "refused" || key.kind === "refused") return refused;
  if (key.kind === "static" && typeof key.value === "string") return readProperty(owner, key.value, { node, scope });
  if (isNumber(key)) return readIndex(owner, key, { node, scope });
  const text = toDynamic(key, argument, scope);
  if (text === undefined) return refused;
  if (text.shape.kind !== "string") return scope.refuse("unknown-key", argument, { text: argument.getText() });
  return lookUp(owner, text, { node, scope });
}

function isNumber(key: Value): boolean {
  return key.kind === "static" ? typeof key.value === "number" : key.kind === "dynamic" && key.shape.kind === "number";
}

/** `owner[key]`, of a key that only the cluster knows. */
function lookUp(owner: Value, text: Dynamic, { node, scope }: Place & { readonly node: ElementAccessExpression }): Value {
  const key = node.getArgumentExpressionOrThrow();
  if (owner.kind === "table") return readTable(owner, text, { node, scope });
  if (owner.kind === "static" && owner.value === undefined) return undefinedValue;
  if (owner.kind === "dynamic" && owner.shape.kind === "map") {
    if (owner.inherits && !isComparedWithText(node)) return scope.refuse("object-as-table", node, { text: node.getText() });
    return readKey(owner, text.expression, scope.span(node));
  }
  if (owner.kind === "object") return scope.refuse("object-as-table", node, { text: node.getText() });
  return scope.refuse("unknown-key", key, { text: key.getText() });
}

function readTable(owner: Value, key: Dynamic, { node, scope }: Place): Value {
  if (owner.kind === "table" && owner.entries.size === 0) return undefinedValue;
  const table = toDynamic(owner, node, scope);
  if (table === undefined || table.shape.kind !== "map") return refused;
  const read = optionalIndex(table.expression, key.expression, scope.span(node));
  return dynamic(read, table.shape.value, { presence: optional, showable: true });
}

/** `"key" in map` */
export function lowerHasKey([key, owner]: readonly [Value, Value], node: Node, scope: Scope): Value {
  if (key.kind === "refused" || owner.kind === "refused") return refused;
  if (owner.kind === "object") return hasKnownKey(owner, key, { node, scope });
  const text = toDynamic(key, node, scope);
  const map = toDynamic(owner, node, scope);
  if (text === undefined || map === undefined) return refused;
  if (map.inherits && mayBeInherited(key)) return scope.refuse("object-as-table", node, { text: node.getText() });
  if (map.shape.kind !== "map" || text.shape.kind !== "string")
    return scope.refuse("unknown-key", node, { text: node.getText() });
  const span = scope.span(node);
  if (owner.kind !== "dynamic" || owner.typedInside) return dynamicBoolean(binary(text.expression, "in", map.expression, span));
  const entry = readKey(owner, text.expression, span);
  return entry.kind === "dynamic" ? dynamicBoolean(isDefined(entry)) : refused;
}

function hasKnownKey(owner: ObjectValue, key: Value, { node, scope }: Place): Value {
  if (key.kind !== "static" || mayBeInherited(key)) return scope.refuse("object-as-table", node, { text: node.getText() });
  return staticValue(owner.properties.has(String(key.value)));
}

function mayBeInherited(key: Value): boolean {
  return key.kind !== "static" || isInherited(String(key.value));
}
