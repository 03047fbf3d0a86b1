import type { Node } from "ts-morph";
import { binary } from "../../ir/expression.ts";
import { hasProperty } from "./choose.ts";
import { toDynamic } from "./coerce.ts";
import { inheritedKeys } from "./looked-up.ts";
import { membersOf } from "../shapes/merge-shapes.ts";
import { asShape } from "../shapes/narrow.ts";
import { isDefined } from "./presence.ts";
import { isInherited, readKey, readProperty } from "./property-access.ts";
import type { Scope } from "../scope.ts";
import { type Dynamic, type ObjectValue, type Value, dynamicBoolean, hasTypedEntries, rejected, staticValue } from "../value.ts";

interface Place {
  readonly node: Node;
  readonly scope: Scope;
  /** `Object.hasOwn` sees no inherited keys such as `constructor`; `in` does. */
  readonly own: boolean;
}

/** `key in owner` and `Object.hasOwn(owner, key)`. */
export function lowerHasKey([key, owner]: readonly [Value, Value], place: Place): Value {
  const { node, scope, own } = place;
  if (key.kind === "rejected" || owner.kind === "rejected") return rejected;
  if (!own && owner.kind === "object")
    return key.kind === "static" && isInherited(String(key.value)) ? staticValue(true) : hasKnownKey(owner, key, place);
  if (!own && owner.kind === "dynamic" && owner.inherits && mayBeInherited(key))
    return scope.reject("object-as-table", node, { text: node.getText() });
  if (owner.kind === "object") return hasKnownKey(owner, key, place);
  if (owner.kind !== "dynamic") return isKeyOf(key, owner, place);
  if (owner.shape.kind === "record") return hasField(owner, key, place);
  return owner.shape.kind === "union" ? mapHasKey(owner, key, place) : isKeyOf(key, owner, place);
}

/** `'key' in map`; where the entries may have another type than declared, those are not there. */
function isKeyOf(key: Value, owner: Value, { node, scope }: Place): Value {
  const [text, map] = [toDynamic(key, node, scope), toDynamic(owner, node, scope)];
  if (text === undefined || map === undefined) return rejected;
  if (map.shape.kind !== "map" || text.shape.kind !== "string")
    return scope.reject("unknown-key", node, { text: node.getText() });
  const span = scope.span(node);
  if (owner.kind !== "dynamic" || hasTypedEntries(owner))
    return dynamicBoolean(binary(text.expression, "in", map.expression, span));
  const entry = readKey(owner, text.expression, span);
  return entry.kind === "dynamic" ? dynamicBoolean(isDefined(entry)) : rejected;
}

function mayBeInherited(key: Value): boolean {
  return key.kind !== "static" || isInherited(String(key.value));
}

/** A key that only the cluster knows may be one of those that are written in the policy, or that every object inherits. */
function hasKnownKey(owner: ObjectValue, key: Value, { node, scope, own }: Place): Value {
  if (key.kind === "static") return hasProperty(owner, String(key.value));
  const text = toDynamic(key, node, scope);
  const names = [...owner.properties.keys(), ...(own ? [] : inheritedKeys(owner.properties.keys()))];
  const keys = toDynamic({ kind: "list", elements: names.map(staticValue) }, node, scope);
  if (text === undefined || keys === undefined) return rejected;
  if (text.shape.kind !== "string" || owner.sometimes !== undefined)
    return scope.reject("unknown-key", node, { text: node.getText() });
  return names.length === 0
    ? staticValue(false)
    : dynamicBoolean(binary(text.expression, "in", keys.expression, scope.span(node)));
}

/** A list has other keys: its positions, and what all lists inherit. */
function mapHasKey(owner: Dynamic, key: Value, place: Place): Value {
  const map = membersOf(owner.shape).find(({ kind }) => kind === "map" || kind === "record");
  const isOfLists = key.kind !== "static" || /^\d+$/.test(String(key.value)) || String(key.value) in Array.prototype;
  if (map === undefined || isOfLists) return place.scope.reject("unknown-key", place.node, { text: place.node.getText() });
  return hasField(asShape(owner, map), key, place);
}

/** A field that the view does not show has no key there either. */
function hasField(owner: Dynamic, key: Value, { node, scope }: Place): Value {
  if (key.kind !== "static") return scope.reject("unknown-key", node, { text: node.getText() });
  const field = readProperty({ ...owner, inherits: false }, String(key.value), { node, scope });
  if (field.kind !== "dynamic") return field;
  const isThere = isDefined(field);
  return isThere.kind === "literal" ? staticValue(isThere.value === true) : dynamicBoolean(isThere);
}
