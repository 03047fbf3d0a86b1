import type { Node } from "ts-morph";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, call, index, literal, method, optionalIndex } from "../../ir/expression.ts";
import { itemOfOptionals } from "../collections/optional-items.ts";
import { named, orderProblem, toDynamic } from "./coerce.ts";
import { readCharacter } from "../text/positions/text-part.ts";
import { isDefined, plain } from "./presence.ts";
import { recordOf } from "./property-access.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { writtenElements, writtenItem } from "../text/matched.ts";
import type { Scope } from "../scope.ts";
import { typedElements } from "../collections/stored-iteration.ts";
import {
  type Dynamic,
  type ListValue,
  type Value,
  always,
  dynamic,
  hasTypedEntries,
  levelsOfEntry,
  optional,
  rejected,
  staticValue,
  undefinedValue,
} from "../value.ts";

interface Place {
  readonly node: Node;
  readonly scope: Scope;
  /** `.at(-1)`, where a negative position counts from the end. */
  readonly fromEnd?: boolean;
}

/** `list[position]` and `list.at(position)`; nothing where the list ends before. */
export function readIndex(owner: Value, position: Value, place: Place): Value {
  const { node, scope } = place;
  if (owner.kind === "rejected" || position.kind === "rejected") return rejected;
  if (owner.kind === "list" && position.kind === "static") return readKnown(owner, Number(position.value), place);
  if (owner.kind === "static" && typeof owner.value === "string" && position.kind === "static")
    return staticValue(owner.value[Number(position.value)]);
  if (owner.kind === "dynamic" && owner.shape.kind === "string") return readCharacterAt(owner, position, place);
  const list = owner.kind === "list" ? toDynamic(owner, node, scope) : owner;
  if (list === undefined) return rejected;
  if (list.kind !== "dynamic" || list.shape.kind !== "list") return scope.reject("unknown-key", node, { text: node.getText() });
  if (list.order !== "given") return scope.reject(orderProblem(list), node, { text: node.getText() });
  return position.kind === "static"
    ? readAt(list, Number(position.value), place)
    : readAtDynamic(list, toDynamic(position, node, scope), place);
}

/** On an optional chain nothing is found in what is absent. */
function readCharacterAt(text: Dynamic, position: Value, place: Place): Value {
  if (position.kind === "static" && Number.isNaN(integerOf(Number(position.value), false))) return undefinedValue;
  const present: Dynamic = { ...text, expression: plain(text), presence: always, typed: true };
  const character = readCharacter(present, position, place);
  if (character.kind !== "dynamic" || character.presence.kind !== "guarded") return character;
  const guard = and(isDefined(text), character.presence.guard, character.expression.span);
  return { ...character, presence: { kind: "guarded", guard } };
}

/** As JavaScript takes a position; NaN for what is none. */
function integerOf(position: number, fromEnd: boolean | undefined): number {
  if (fromEnd === true) return Math.trunc(position);
  return Number.isInteger(position) && position >= 0 ? position : NaN;
}

function readKnown(list: ListValue, position: number, { fromEnd }: Place): Value {
  const { elements } = list;
  const at = integerOf(position, fromEnd);
  return elements[at < 0 ? elements.length + at : at] ?? after(iterationsOf(list), undefinedValue);
}

function readAt(list: Dynamic, position: number, place: Place): Value {
  const span = place.scope.span(place.node);
  const at = integerOf(position, place.fromEnd);
  const written = writtenElements(list.expression);
  if (written !== undefined && (!list.sparse || written.every((item) => writtenItem(item) !== undefined)))
    return readWritten(list, written, at);
  const owner = ownerOf(list, place);
  if (at === 0 && list.presence.kind === "always" && isNeverEmpty(list.expression))
    return firstOf(list, index(owner, literal(0, span), span));
  // Nothing is there, but TypeScript iterates over the list anyway, and may find it too long.
  if (Number.isNaN(at)) return elementOf(list, optionalIndex(owner, literal(-1, span), span));
  if (at >= 0) return elementOf(list, optionalIndex(owner, literal(at, span), span));
  const { expression } = typedElements(list, place);
  const fromStart = binary(call("size", [expression], span), "-", literal(-at, span), span);
  return elementOf(list, optionalIndex(expression, fromStart, span));
}

/** Of text that is parted at something there is one part at least. */
function isNeverEmpty(node: Expression): boolean {
  if (node.kind === "local") return isNeverEmpty(node.definition);
  if (node.kind === "sequence") return isNeverEmpty(node.then);
  const [separator] = node.kind === "call" && node.function === "split" ? node.arguments : [];
  return separator?.kind === "literal" && separator.value !== "";
}

function firstOf({ shape, showable, ascii }: Dynamic, expression: Expression): Value {
  return shape.kind === "list" ? dynamic(expression, shape.element, { showable, ascii }) : rejected;
}

/** An element of a list that is written out, and does not have to be put together for it. */
function readWritten(list: Dynamic, elements: readonly Expression[], at: number): Value {
  const { shape, showable, ascii, wholeUpTo } = list;
  const element = elements[at < 0 ? elements.length + at : at];
  if (element === undefined || shape.kind !== "list") return after(iterationsOf(list), undefinedValue);
  const known = { showable, ascii, wholeUpTo, typedLevels: levelsOfEntry(list) };
  const { expression, presence } = (list.sparse ? writtenItem(element) : undefined) ?? { expression: element, presence: always };
  return after(iterationsOf(list), dynamic(expression, shape.element, { ...known, presence }));
}

/** A whole number; `[?-1]` is nothing in CEL, as `[-1]` is in TypeScript. */
function readAtDynamic(list: Dynamic, position: Dynamic | undefined, place: Place): Value {
  const { node, scope, fromEnd } = place;
  if (position === undefined) return rejected;
  if (position.wholeUpTo === undefined || fromEnd === true) return scope.reject("unknown-key", node, { text: node.getText() });
  const element = elementOf(list, optionalIndex(ownerOf(list, place), position.expression, scope.span(node)));
  // CEL looks through the list for its elements before it asks where.
  return hasTypedEntries(list) ? element : after(iterationsOf(position), element);
}

function ownerOf(list: Dynamic, place: Place): Expression {
  return hasTypedEntries(list) ? recordOf(list) : typedElements(list, place).expression;
}

function elementOf(list: Dynamic, expression: Expression): Value {
  const { shape, showable, ascii, wholeUpTo } = list;
  if (shape.kind !== "list") return rejected;
  const known = { showable, ascii, wholeUpTo, typedLevels: levelsOfEntry(list) };
  if (!list.sparse) return dynamic(expression, shape.element, { ...known, presence: optional });
  const { span } = expression;
  const item = method(expression, "orValue", [call("optional.none", [], span)], span);
  return itemOfOptionals(named(dynamic(item, shape.element), "element").expression, shape.element, known);
}
