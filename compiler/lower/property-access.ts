import type { ElementAccessExpression, Node, PropertyAccessExpression } from "ts-morph";
import type { Span } from "../diagnostics/span.ts";
import { type Expression, binary, conditional, list, literal, mapLiteral, optionalIndex, optionalSelect, select } from "../ir/expression.ts";
import type { RecordShape, Shape } from "../ir/shape.ts";
import { named, toDynamic } from "./coerce.ts";
import { lowerExpression } from "./expression.ts";
import { isDefined, plain } from "./presence.ts";
import type { Scope } from "./scope.ts";
import { isShowable } from "./showable.ts";
import { type Dynamic, type Value, always, dynamic, dynamicBoolean, optional, refused, staticValue, undefinedValue } from "./value.ts";

/** `a.b` and `a?.b`: whether the author wrote the `?` does not matter, what may be absent is read as such. */
export function lowerPropertyAccess(node: PropertyAccessExpression, scope: Scope): Value {
  return readProperty(lowerExpression(node.getExpression(), scope), node.getName(), { node, scope });
}

interface Place {
  readonly node: Node;
  readonly scope: Scope;
}

export function readProperty(value: Value, name: string, place: Place): Value {
  const { node, scope } = place;
  switch (value.kind) {
    case "refused":
      return refused;
    case "object":
      return value.properties.get(name) ?? undefinedValue;
    case "builtin":
      return { kind: "builtin", name: `${value.name}.${name}` };
    case "list":
      return name === "length" ? staticValue(value.elements.length) : unknownProperty(name, place);
    case "table":
      return value.entries.has(name) ? staticValue(value.entries.get(name)) : undefinedValue;
    case "static":
      if (value.value === undefined) return undefinedValue;
      return typeof value.value === "string" && name === "length" ? staticValue(value.value.length) : unknownProperty(name, place);
    case "dynamic":
      return readDynamic(value, name, place);
    default:
      return scope.refuse("unknown-property", node, { name, text: node.getText() });
  }
}

function unknownProperty(name: string, { node, scope }: Place): Value {
  return scope.refuse("unknown-property", node, { name, text: node.getText() });
}

function readDynamic(value: Dynamic, name: string, place: Place): Value {
  const { node, scope } = place;
  const span = scope.span(node);
  if (value.shape.kind === "record") return readField(value, name, place);
  if (value.shape.kind === "map") return readKey(value, literal(name, span), span);
  if (value.shape.kind === "list" && name === "length") return readLength(value, span);
  if (value.shape.kind === "string") return scope.refuse("counts-characters", node, { text: name });
  return unknownProperty(name, place);
}

function readLength(value: Dynamic, span: Span): Value {
  const size: Expression = { kind: "call", function: "size", receiver: undefined, arguments: [plain(value)], span };
  const length = dynamic(size, { kind: "number" });
  const { presence } = value;
  return presence.kind === "guarded" ? { ...length, presence } : length;
}

function readField(value: Dynamic & { readonly shape: Shape }, name: string, { node, scope }: Place): Value {
  const span = scope.span(node);
  const field = Object.hasOwn((value.shape as RecordShape).fields, name) ? (value.shape as RecordShape).fields[name] : undefined;
  if (field === undefined) return scope.refuse("unknown-property", node, { name, text: node.getText() });
  const path = value.path === undefined ? undefined : [...value.path, name];
  const more = { path, showable: isShowable(path) };
  const owner = recordOf(value);
  if (field.presence === "always" && isAlways(value)) {
    return dynamic(select(owner, name, span), field.shape, more);
  }
  const read = optionalSelect(owner, name, span);
  return dynamic(read, field.shape, { ...more, presence: optional, typed: field.typedByServer, typedInside: field.typedByServer });
}

function isAlways(value: Dynamic): boolean {
  return value.presence.kind === "always";
}

/**
 * The record to select from. A chain of `.?` is safe on null, text and numbers, but fails on a list, so a record that
 * is not typed by the server is tested first and shared under its name: `variables.spec.?x`.
 */
function recordOf(value: Dynamic): Expression {
  const { presence, expression } = value;
  if (presence.kind === "guarded") {
    const { span } = expression;
    const nothing = value.shape.kind === "list" ? list([], span) : mapLiteral([], span);
    return conditional(presence.guard, [expression, nothing], span);
  }
  if (value.presence.kind === "optional" && !value.typed) {
    const record = { ...value, expression: plain(value), presence: always };
    return named(record, value.path?.at(-1) ?? "record").expression;
  }
  return value.expression;
}

/** `map[key]`, of a map whose keys are not known: always possibly absent. */
export function readKey(value: Dynamic, key: Expression, span: Span): Value {
  if (value.shape.kind !== "map") return refused;
  const read = optionalIndex(recordOf(value), key, span);
  return dynamic(read, value.shape.value, { presence: optional, typed: value.typedInside });
}

export function lowerElementAccess(node: ElementAccessExpression, scope: Scope): Value {
  const owner = lowerExpression(node.getExpression(), scope);
  const argument = node.getArgumentExpressionOrThrow();
  const key = lowerExpression(argument, scope);
  if (owner.kind === "refused" || key.kind === "refused") return refused;
  if (key.kind === "static" && typeof key.value === "string") return readProperty(owner, key.value, { node, scope });
  if (key.kind === "static" && typeof key.value === "number") return readIndex(owner, key.value, { node, scope });
  const text = toDynamic(key, argument, scope);
  if (text === undefined) return refused;
  if (text.shape.kind !== "string") return scope.refuse("unknown-key", argument, { text: argument.getText() });
  if (owner.kind === "table") return readTable(owner, text, { node, scope });
  if (owner.kind === "static" && owner.value === undefined) return undefinedValue;
  if (owner.kind === "dynamic" && owner.shape.kind === "map") return readKey(owner, text.expression, scope.span(node));
  if (owner.kind === "object") return scope.refuse("object-as-table", node, { text: node.getText() });
  return scope.refuse("unknown-key", argument, { text: argument.getText() });
}

function readTable(owner: Value, key: Dynamic, { node, scope }: Place): Value {
  if (owner.kind === "table" && owner.entries.size === 0) return undefinedValue;
  const table = toDynamic(owner, node, scope);
  if (table === undefined || table.shape.kind !== "map") return refused;
  return dynamic(optionalIndex(table.expression, key.expression, scope.span(node)), table.shape.value, { presence: optional, showable: true });
}

export function readIndex(owner: Value, at: number, { node, scope }: Place): Value {
  const span = scope.span(node);
  if (owner.kind === "list") return owner.elements[at] ?? undefinedValue;
  if (owner.kind !== "dynamic" || owner.shape.kind !== "list" || at < 0) return scope.refuse("unknown-key", node, { text: node.getText() });
  if (owner.unordered) return scope.refuse("order-of-map", node, { text: node.getText() });
  if (!owner.typedInside) return scope.refuse("index-in-stored-list", node, { text: node.getText() });
  const read = optionalIndex(recordOf(owner), literal(at, span), span);
  return dynamic(read, owner.shape.element, { presence: optional, showable: owner.showable });
}

/** `"key" in map` */
export function lowerHasKey([key, owner]: readonly [Value, Value], node: Node, scope: Scope): Value {
  if (key.kind === "refused" || owner.kind === "refused") return refused;
  const span = scope.span(node);
  if (key.kind === "static" && owner.kind === "object") return staticValue(owner.properties.has(String(key.value)));
  const text = toDynamic(key, node, scope);
  const map = owner.kind === "object" ? undefined : toDynamic(owner, node, scope);
  if (text === undefined || map === undefined) return refused;
  if (map.shape.kind !== "map") return scope.refuse("unknown-key", node, { text: node.getText() });
  if (owner.kind === "dynamic" && !owner.typedInside) {
    const entry = readKey(owner, text.expression, span);
    return entry.kind === "dynamic" ? dynamicBoolean(isDefined(entry)) : refused;
  }
  return dynamicBoolean(binary(text.expression, "in", map.expression, span));
}

