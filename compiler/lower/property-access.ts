import type { Node, PropertyAccessExpression } from "ts-morph";
import type { Span } from "../diagnostics/span.ts";
import { iterationLimit } from "../dsl/limits.ts";
import {
  type Expression,
  call,
  comprehension,
  identifier,
  literal,
  optionalIndex,
  optionalSelect,
  select,
} from "../ir/expression.ts";
import type { RecordShape, Shape } from "../ir/shape.ts";
import { knownLiteral, named } from "./coerce.ts";
import { lowerExpression } from "./expression.ts";
import { isComparedWithText, isInherited } from "./inherited.ts";
import { after, walksOf } from "./order.ts";
import { asOptional, hasType, isDefined, plain } from "./presence.ts";
import type { Scope } from "./scope.ts";
import { isShowable } from "./showable.ts";
import { type Dynamic, type Value, always, dynamic, optional, refused, staticValue, undefinedValue } from "./value.ts";

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
      if (value.properties.has(name)) return value.properties.get(name) ?? undefinedValue;
      return isInherited(name) ? unknownProperty(name, place) : undefinedValue;
    case "builtin":
      return { kind: "builtin", name: `${value.name}.${name}` };
    case "list":
      if (name !== "length") return unknownProperty(name, place);
      return after(walksOf(value), staticValue(value.elements.length));
    case "table":
      return value.entries.has(name) ? staticValue(value.entries.get(name)) : undefinedValue;
    case "static":
      if (value.value === undefined) return undefinedValue;
      return typeof value.value === "string" && name === "length"
        ? staticValue(value.value.length)
        : unknownProperty(name, place);
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
  if (value.shape.kind === "map") {
    if (value.inherits && isInherited(name) && !isComparedWithText(node))
      return scope.refuse("object-as-table", node, { text: node.getText() });
    const key = knownLiteral(name, node, scope);
    return key === undefined ? refused : readKey(value, key, span);
  }
  if (value.shape.kind === "list" && name === "length") return readLength(value, span);
  if (value.shape.kind === "string") return scope.refuse("counts-characters", node, { text: name });
  return unknownProperty(name, place);
}

/** On an optional chain the length of an absent list is absent; elsewhere TypeScript knows that the list is there. */
function readLength(value: Dynamic, span: Span): Value {
  const length = dynamic(call("size", [ofDeclaredType(value, span)], span), { kind: "number" });
  if (value.presence.kind === "always") return length;
  return { ...length, presence: { kind: "guarded", guard: isDefined(value) } };
}

/** Elements of another type are not there, so they do not count. */
function ofDeclaredType(value: Dynamic, span: Span): Expression {
  const { shape } = value;
  if (value.typedInside || shape.kind !== "list") return plain(value);
  const range = named({ ...value, expression: plain(value) }, value.path?.at(-1) ?? "list").expression;
  const body = hasType(identifier("x", span), shape.element);
  return comprehension({ method: "filter", range, variable: "x", body, bound: iterationLimit, entries: iterationLimit, span });
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
  return dynamic(read, field.shape, {
    ...more,
    presence: optional,
    typed: field.typedByServer,
    typedInside: field.typedByServer,
  });
}

function isAlways(value: Dynamic): boolean {
  return value.presence.kind === "always";
}

/**
 * The record to select from. A chain of `.?` is safe on null, text and numbers, but fails on a list, so a record that
 * is not typed by the server is tested first and shared under its name: `variables.spec.?x`.
 */
function recordOf(value: Dynamic): Expression {
  if (value.presence.kind === "guarded") return asOptional(value);
  if (value.presence.kind === "optional" && !value.typed) {
    const record = { ...value, expression: plain(value), presence: always };
    return named(record, value.path?.at(-1) ?? "record").expression;
  }
  return value.expression;
}

/** `map[key]`, of a map whose keys are not known: always possibly absent. */
export function readKey(value: Dynamic, key: Expression, span: Span): Value {
  const shape = value.shape.kind === "map" ? value.shape.value : value.shape;
  const read = optionalIndex(recordOf(value), key, span);
  return dynamic(read, shape, { presence: optional, typed: value.typedInside, typedInside: value.typedInside });
}

export function readIndex(owner: Value, at: number, { node, scope }: Place): Value {
  const span = scope.span(node);
  if (owner.kind === "list") return owner.elements[at] ?? undefinedValue;
  if (owner.kind !== "dynamic" || owner.shape.kind !== "list" || at < 0)
    return scope.refuse("unknown-key", node, { text: node.getText() });
  if (owner.order !== "given") return scope.refuse("order-of-map", node, { text: node.getText() });
  if (!owner.typedInside) return scope.refuse("index-in-stored-list", node, { text: node.getText() });
  const read = optionalIndex(recordOf(owner), literal(at, span), span);
  return dynamic(read, owner.shape.element, { presence: optional, showable: owner.showable });
}
