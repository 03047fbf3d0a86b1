import { onceFor } from "../../ir/once-for.ts";
import { Node, type PropertyAccessExpression, ts } from "ts-morph";
import type { Span } from "../../diagnostics/span.ts";
import { type Expression, call, literal, method, optionalIndex, optionalSelect, select } from "../../ir/expression.ts";
import type { FieldShape, Shape } from "../../api/shape.ts";
import { knownLiteral, named, orDefault } from "./coerce.ts";
import { claimed } from "../shapes/claim.ts";
import { placeOf, standingAt, withField } from "../shapes/inferred.ts";
import { readFrom } from "./demand.ts";
import { readExport } from "./identifier.ts";
import { after, isNeverThere, iterationsOf } from "../evaluation-order.ts";
import { asOptional, isDefined, plain } from "./presence.ts";
import type { Scope, Place } from "../scope.ts";
import { lengthOfText } from "../text/text-length.ts";
import { numberConstant } from "../numbers/constants.ts";
import { isQuantity, limitsOf } from "../text/limited-text.ts";
import { pathOfField, nameOfPath, isMisdeclared } from "../path.ts";
import { asCounted } from "../statements/loops-by-position.ts";
import { listOf } from "../collections/keyed/distinct.ts";
import { typedElements } from "../collections/stored-iteration.ts";
import type { KeyedValue, PairsValue, SetValue } from "../collections/collection-values.ts";
import {
  type Chosen,
  type Dynamic,
  type EntriesValue,
  type ListValue,
  type StaticValue,
  type Value,
  always,
  dynamic,
  hasTypedEntries,
  levelsOfEntry,
  optional,
  rejected,
  staticValue,
  undefinedValue,
  isSomething,
} from "../value.ts";
import { maxObjectBytes } from "../../language/limits.ts";

/** `a.b` and `a?.b` */
export function lowerPropertyAccess(node: PropertyAccessExpression, scope: Scope): Value {
  const receiver = node.getExpression();
  const value = scope.lower(receiver);
  const isWhole = node.getName() === "length" && value.kind === "dynamic" && !ts.isOptionalChain(node.compilerNode);
  // What is read of it is there where it is.
  const read = readProperty(isWhole ? orDefault(value) : value, node.getName(), { node, scope });
  return readFrom(value, read, { receiver, node, scope });
}

export function readProperty(value: Value, name: string, place: Place): Value {
  switch (value.kind) {
    case "rejected":
      return rejected;
    case "object":
      if (value.properties.has(name)) return value.properties.get(name) ?? undefinedValue;
      return isInherited(name) ? unknownProperty(name, place) : undefinedValue;
    case "module":
      return readExport(value, name, place);
    case "builtin":
      return numberConstant(`${value.name}.${name}`) ?? { kind: "builtin", name: `${value.name}.${name}` };
    case "table":
      return value.entries.has(name) ? staticValue(value.entries.get(name)) : undefinedValue;
    case "static":
      return readScalar(value, name, place);
    case "dynamic":
      return isNeverThere(value) ? { ...value, isNull: "never" } : readDynamic(value, name, place);
    default:
      return readOfCollection(value, name, place);
  }
}

/** What collections have besides their elements: how many these are. */
function readOfCollection(value: Value, name: string, place: Place): Value {
  switch (value.kind) {
    case "list":
    case "entries":
      return name === "length" ? lengthOf(value, place) : unknownProperty(name, place);
    case "indexed":
    case "matches":
      return name === "length" ? readLength(value.list, place) : unknownProperty(name, place);
    case "flat":
      if (value.isSet === true) return value.asOne(place.scope);
      return name === "length" ? value.length(place.scope) : unknownProperty(name, place);
    case "made objects":
      return name === "length" ? value.length(place.scope) : unknownProperty(name, place);
    case "set":
    case "pairs":
    case "keyed":
      return readSize(value, name, place);
    default:
      return unknownProperty(name, place);
  }
}

function readScalar({ value }: StaticValue, name: string, place: Place): Value {
  if (!isSomething(value)) return undefinedValue;
  return typeof value === "string" && name === "length" ? staticValue(value.length) : unknownProperty(name, place);
}

function lengthOf(value: ListValue | EntriesValue, place: Place): Value {
  if (value.kind === "entries") return readLength(value.keys, place);
  return after(iterationsOf(value), staticValue(value.elements.length));
}

/** `set.size`, `map.size`, `[...set].length` */
function readSize(value: SetValue | PairsValue | KeyedValue, name: string, place: Place): Value {
  if (name !== (value.kind === "set" && value.isSpread ? "length" : "size")) return unknownProperty(name, place);
  const elements = listOf(value, place);
  if (elements.kind === "list" || elements.kind === "entries") return after(iterationsOf(value), lengthOf(elements, place));
  return elements.kind === "dynamic" ? readLength(elements, place) : rejected;
}

function unknownProperty(name: string, { node, scope }: Place): Value {
  if (ofMatches.has(name) && isOfMatch(node)) return scope.reject("place-of-match", node, { text: node.getText() });
  return scope.reject("unknown-property", node, { name, text: node.getText() });
}

/** What JavaScript keeps with the texts of a match. */
const ofMatches: ReadonlySet<string> = new Set(["groups", "index", "indices", "input"]);

function isOfMatch(node: Node): boolean {
  const type = Node.isPropertyAccessExpression(node) ? node.getExpression().getType().getNonNullableType() : undefined;
  return /^RegExp(?:Match|Exec)Array$/.test(type?.getSymbol()?.getName() ?? "");
}

function readDynamic(value: Dynamic, name: string, place: Place): Value {
  const { node, scope } = place;
  const span = scope.span(node);
  if (value.inherits && isInherited(name) && !isComparedWithText(node))
    return scope.reject("object-as-table", node, { text: node.getText() });
  if (value.shape.kind === "record") return readField(value, name, place);
  if (value.shape.kind === "map") {
    const key = knownLiteral(name, node, scope);
    return key === undefined ? rejected : readKey(value, key, span);
  }
  // A name of its own in CEL, and no field: `authorizer.serviceAccount(...)` has none.
  if (value.expression.kind === "identifier" && value.expression.name === "authorizer" && name === "requestResource")
    return dynamic(select(value.expression, name, span), { kind: "opaque", type: "resourceCheck" });
  if (value.shape.kind === "list" && name === "length") return readLength(value, place);
  if (value.shape.kind === "string" && name === "length") return lengthOfText(value, place);
  return readOfSeveral(value, name, place) ?? unknownProperty(name, place);
}

/** Of what may be anything: where it is `any`, it is read as an object. */
function readOfSeveral(value: Dynamic, name: string, place: Place): Value | undefined {
  const object = name === "length" ? undefined : withField(value, name, place);
  if (object !== undefined) return readField(object, name, place);
  const isOne = value.shape.kind !== "unknown" && value.shape.kind !== "union";
  return isOne ? undefined : notNarrowed(place.node, place.scope);
}

/** The read is at fault for what it reads from. */
export function notNarrowed(node: Node, scope: Scope): Value {
  const read = Node.isPropertyAccessExpression(node) || Node.isElementAccessExpression(node) ? node.getExpression() : node;
  const code = scope.lowering.claims.hasAny && read.getType().isAny() ? "any-type" : "not-narrowed";
  return scope.reject(code, read, { text: read.getText() });
}

/** On an optional chain the length of an absent list is absent; elsewhere TypeScript knows that the list is there. */
function readLength(value: Dynamic, place: Place): Value {
  const span = place.scope.span(place.node);
  const size = call("size", [typedElements(value, place).expression], span);
  const length = dynamic(asCounted(size, value, place), { kind: "number" }, { wholeUpTo: maxObjectBytes });
  if (value.presence.kind === "always") return length;
  return { ...length, presence: { kind: "guarded", guard: isDefined(value) } };
}

function readField(value: Dynamic, name: string, { node, scope }: Place): Value {
  const span = scope.span(node);
  const field = fieldOf(value.shape, name);
  const place = { node, scope };
  const asTold = field === undefined ? (asNarrowed(value, name, place) ?? withField(value, name, place)) : undefined;
  if (asTold !== undefined) return readField(asTold, name, { node, scope });
  if (field === undefined) return scope.reject("unknown-property", node, { name, text: node.getText() });
  if (field.known !== undefined) return staticValue(field.known);
  const path = pathOfField(value.path, name);
  const shape = standingAt(field.shape, pathOfField(placeOf(value), name));
  const chosen = fieldOfChosen(value, name, { node, scope });
  const more = { path, chosen, ...limitsOf(path, field), wholeUpTo: wholeUpTo(field) };
  const owner = isMisdeclared(path) ? asDyn(recordOf(value)) : recordOf(value);
  const read = optionalSelect(owner, name, span);
  if (field.isLeftOutEmpty === true) return dynamic(method(read, "orValue", [literal("", span)], span), shape, more);
  if (field.presence === "always" && isAlways(value)) {
    return dynamic(select(owner, name, span), shape, more);
  }
  return dynamic(read, shape, {
    ...more,
    presence: optional,
    ...(field.presence === "always" && { withOwner: value.withOwner ?? isDefined(value) }),
    typed: field.typedByServer,
    typedLevels: field.typedByServer ? Infinity : 0,
  });
}

/** The author's own `(x): x is T` may have told TypeScript of fields that the type of the policy has not. */
function asNarrowed(value: Dynamic, name: string, { node, scope }: Place): Dynamic | undefined {
  const type = Node.isPropertyAccessExpression(node) ? node.getExpression().getType().getNonNullableType() : undefined;
  const told = type?.getProperty(name) === undefined ? undefined : claimed(value, type, { node, scope });
  return told === undefined || fieldOf(told.shape, name) === undefined ? undefined : told;
}

/** By the name of the field: choices share their branches. */
const chosenFields = onceFor<Map<string, Chosen>, Chosen>(() => new Map());

/** The field of one of two records is one of two fields, of which each has its own limits. */
function fieldOfChosen({ chosen, shape }: Dynamic, name: string, place: Place): Chosen | undefined {
  if (chosen === undefined || !mayBeIterated(fieldOf(shape, name))) return undefined;
  const known = chosenFields(chosen).get(name);
  if (known !== undefined) return known;
  const [whenTrue, whenFalse] = chosen.branches.map((branch) => {
    if (branch === undefined || fieldOf(branch.shape, name) === undefined) return undefined;
    const field = readField(branch, name, place);
    return field.kind === "dynamic" ? field : undefined;
  });
  const fields: Chosen = { test: chosen.test, branches: [whenTrue, whenFalse] };
  chosenFields(chosen).set(name, fields);
  return fields;
}

function mayBeIterated(field: FieldShape | undefined): boolean {
  return field !== undefined && ["list", "map", "record"].includes(field.shape.kind);
}

function fieldOf(shape: Shape, name: string): FieldShape | undefined {
  if (shape.kind !== "record") return undefined;
  if (Object.hasOwn(shape.fields, name)) return shape.fields[name];
  return shape.others === undefined ? undefined : { shape: shape.others, presence: "optional", typedByServer: false };
}

/** An int32 that the API server itself has checked. In a custom resource the stored number may be any other. */
function wholeUpTo({ shape, typedByServer }: FieldShape): number | undefined {
  return typedByServer && shape.kind === "number" && shape.format === "int32" ? 2 ** 31 : undefined;
}

/**
 * `dyn(namespaceObject).?metadata` for `namespaceObject.?metadata`: CEL's checker then knows nothing of what is
 * declared.
 */
function asDyn(node: Expression): Expression {
  if (node.kind === "select") return { ...node, operand: asDyn(node.operand) };
  return call("dyn", [node], node.span);
}

function isAlways(value: Dynamic): boolean {
  return value.presence.kind === "always";
}

/**
 * The record to select from. A chain of `.?` is safe on null, text and numbers, but fails on a list, so a record that
 * is not typed by the server is tested first and shared under its name: `variables.spec.?x`.
 */
export function recordOf(value: Dynamic): Expression {
  if (value.presence.kind === "guarded") return asOptional(value);
  if (value.presence.kind === "optional" && !value.typed) {
    const record = { ...value, expression: plain(value), presence: always };
    return named(record, nameOfPath(value.path) ?? "record").expression;
  }
  return value.expression;
}

/** `map[key]`, of a map whose keys are not known: always possibly absent. */
export function readKey(value: Dynamic, key: Expression, span: Span): Value {
  const shape = value.shape.kind === "map" ? value.shape.value : value.shape;
  const read = optionalIndex(recordOf(value), key, span);
  const typed = hasTypedEntries(value);
  const { ascii } = value;
  // Of maps only labels and the policy's own have ASCII values: those have 63 characters at most, these are the author's.
  const known = { ascii: ascii || (typed && isQuantity(shape)), showable: ascii };
  return dynamic(read, shape, { presence: optional, typed, typedLevels: levelsOfEntry(value), ...known });
}

/** Objects of the author's have a prototype: `{}.toString` is there. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** No inherited value is equal to a text, so that `({})[key] === "a"` is what it is for a map. */
export function isComparedWithText(node: Node): boolean {
  const parent = node.getParent();
  if (!Node.isBinaryExpression(parent) || !["===", "!=="].includes(parent.getOperatorToken().getText())) return false;
  const other = parent.getLeft() === node ? parent.getRight() : parent.getLeft();
  return Node.isStringLiteral(other) || Node.isNoSubstitutionTemplateLiteral(other);
}
