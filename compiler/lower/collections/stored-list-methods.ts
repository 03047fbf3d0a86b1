import {
  type ComprehensionMethod,
  type Expression,
  binary,
  comprehension,
  identifier,
  literal,
  method,
} from "../../ir/expression.ts";
import { demands, settled } from "../../ir/expressions/settled.ts";
import { maxObjectBytes } from "../../language/limits.ts";
import type { Shape } from "../../api/shape.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import { named, orDefault, orderProblem, toDynamic } from "../expressions/coerce.ts";
import { lowerEquality } from "../expressions/equality.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { elementPath } from "../path.ts";
import { joined } from "../text/printed.ts";
import type { ShownTexts } from "../text/shown-values.ts";
import { afterChoice, storedIteration, typedElements } from "./stored-iteration.ts";
import {
  type Dynamic,
  type ListValue,
  type Value,
  dynamic,
  dynamicBoolean,
  hasTypedEntries,
  isNothing,
  levelsOfEntry,
  mayBeAbsent,
  rejected,
  staticValue,
} from "../value.ts";
import { singleArgument, whereDefined } from "../calls/argument.ts";
import { concat } from "./concat.ts";
import type { CallSite } from "../calls/call.ts";
import { at, listIndexOf, listSlice } from "./positions.ts";
import { freeVariable } from "./free-variable.ts";
import { rangeOf, iterateItems, iterateWith } from "./iterate.ts";
import { itemOfOptionals } from "./optional-items.ts";
import { readIndex } from "../expressions/index-access.ts";

type LowerMethod = (receiver: Dynamic, call: CallSite) => Value;

/** Methods of lists that only the cluster knows. */
export const storedListMethods: Readonly<Record<string, LowerMethod>> = {
  some: (receiver, call) => iterate(receiver, "exists", call),
  every: (receiver, call) => iterate(receiver, "all", call),
  filter: (receiver, call) => iterate(receiver, "filter", call),
  map: (receiver, call) => iterate(typedElements(receiver, call), "map", call),
  find: (receiver, call) => readIndex(untilFound(receiver, "filter", call), staticValue(0), call),
  findIndex: (receiver, call) => placeOfTrue("indexOf", untilFound(typedElements(receiver, call), "map", call), call),
  findLast: (receiver, call) => readIndex(byName(fromEnd(receiver, "filter", call)), staticValue(-1), { ...call, fromEnd: true }),
  findLastIndex: (receiver, call) => placeOfTrue("lastIndexOf", fromEnd(typedElements(receiver, call), "map", call), call),
  includes,
  join,
  at,
  indexOf: listIndexOf,
  lastIndexOf: (receiver, call) => listIndexOf(receiver, call, "lastIndexOf"),
  slice: listSlice,
  concat,
};

function iterate(receiver: Dynamic, name: ComprehensionMethod, call: CallSite): Value {
  if (receiver.shape.kind !== "list") return rejected;
  return iterateItems(receiver, name, { call, itemOf: (item) => elementOf(receiver, item) });
}

/** What is known of an element of the list. */
export function elementOf(receiver: Dynamic, item: Expression): Value {
  if (receiver.shape.kind !== "list") return rejected;
  const { element } = receiver.shape;
  const { showable, ascii, wholeUpTo, sparse } = receiver;
  const known = { showable, ascii, typedLevels: levelsOfEntry(receiver), wholeUpTo };
  const path = elementPath(receiver.path, "list");
  return sparse ? itemOfOptionals(item, element, known) : dynamic(item, element, { ...known, path });
}

/** `list.includes(x)` -> `x in list`; CEL's `in` compares as `==` does. */
function includes(receiver: Dynamic, call: CallSite): Value {
  const { node, scope } = call;
  const argument = singleArgument(call);
  if (receiver.sparse && argument !== undefined) return includesAmongOptionals(receiver, scope.lower(argument), call);
  const value = argument === undefined ? rejected : scope.lower(argument);
  if (isNothing(value)) return after(iterationsOf(receiver), staticValue(false));
  const searched = value.kind === "dynamic" ? orDefault(value) : toDynamic(value, node, scope);
  if (searched === undefined || receiver.shape.kind !== "list") return rejected;
  if (!canBeFound(searched, receiver.shape.element)) return scope.reject("compares-objects", node, { text: node.getText() });
  const range = rangeOf(receiver, "x").expression;
  if (mayBeNaN(range) && mayBeNaN(searched.expression)) return scope.reject("inexact-arithmetic", node, { text: node.getText() });
  // The list is worked out, whether there is anything to look for or not.
  const made = mayBeAbsent(value) ? iterationsOf(receiver) : [];
  if (receiver.small) return after(made, isFound(value, binary(searched.expression, "in", range, scope.span(node))));
  // TypeScript has iterated over for the argument before it iterates over the list, however few there are in it.
  return after(
    [...made, ...iterationsOf(value)],
    membership({ ...receiver, expression: range }, { value, searched: searched.expression }, call),
  );
}

/** What may be absent is found where an element is. */
function includesAmongOptionals(receiver: Dynamic, searched: Value, call: CallSite): Value {
  if (receiver.shape.kind !== "list" || searched.kind === "rejected") return rejected;
  const { element } = receiver.shape;
  const { showable, ascii, wholeUpTo } = receiver;
  const itemOf = (item: Expression): Dynamic => itemOfOptionals(item, element, { showable, ascii, wholeUpTo });
  const answerOf = (item: Expression): Value => lowerEquality([itemOf(item), searched], call.node, call.scope);
  return after(iterationsOf(searched), iterateWith(receiver, "exists", { call, wanted: "x", answerOf }));
}

/**
 * Among elements of several types something of one is found by CEL's `==`, which is exact but for two stored numbers.
 */
function canBeFound({ shape, expression }: Dynamic, element: Shape): boolean {
  if (shape.kind === element.kind && shape.kind !== "union" && shape.kind !== "unknown") return true;
  const isExact = ["string", "boolean"].includes(shape.kind) || (shape.kind === "number" && expression.kind === "literal");
  return isExact && (element.kind === "unknown" || element.kind === "union");
}

/** A list of any size is iterated over like any other, within the limit. */
function membership(
  receiver: Dynamic,
  { value, searched }: { readonly value: Value; readonly searched: Expression },
  call: CallSite,
): Value {
  const { expression: range, path } = receiver;
  const span = call.scope.span(call.node);
  const variable = freeVariable("x", call.scope);
  const equal = binary(identifier(variable, span), "==", searched, span);
  const body = hasTypedEntries(receiver) ? equal : ({ ...equal, ofAnyType: true } as const);
  const isAny = comprehension({ method: "exists", range, variable, body, ...storedIteration(path, call.scope), span });
  return isFound(value, afterChoice(receiver, isAny, call));
}

function isFound(value: Value, inList: Expression): Value {
  return dynamicBoolean(value.kind === "dynamic" ? whereDefined(value, inList) : inList);
}

/** Also of a list that the compiler knows. */
export function join(receiver: ListValue | Dynamic, call: CallSite): Value {
  const [argument] = call.arguments;
  const separator = argument === undefined ? staticValue(",") : call.scope.lower(argument);
  return separator.kind === "rejected" ? rejected : joined(receiver, separator, call);
}

/** Of texts that a message has. */
export function joinShown(receiver: ShownTexts, call: CallSite): Value {
  const [argument] = call.arguments;
  const written = argument === undefined ? staticValue(",") : call.scope.lower(argument);
  const separator = toDynamic(written, argument ?? call.node, call.scope);
  return separator === undefined ? rejected : receiver.join(separator);
}

/**
 * What is asked of each element by a function that JavaScript calls until it is true: behind the first such element
 * nothing is read.
 */
function untilFound(receiver: Dynamic, name: "filter" | "map", call: CallSite): Value {
  const answers = conditions(receiver, name, call);
  if (answers.kind !== "dynamic" || !demands(answers.expression)) return answers;
  const found = iterate(receiver, "exists", call);
  return after(iterationsOf(found), { ...answers, expression: settled(answers.expression) });
}

/** From the last element on, where nothing tells which one could not be read. */
function fromEnd(receiver: Dynamic, name: "filter" | "map", call: CallSite): Value {
  const there = { ...receiver, expression: settled(receiver.expression) };
  const answers = conditions(there, name, call);
  if (answers.kind !== "dynamic") return answers;
  if (!demands(answers.expression)) return after(demands(receiver.expression) ? iterationsOf(receiver) : [], answers);
  return call.scope.reject("may-be-absent", call.node, { text: call.node.getText() });
}

function byName(list: Value): Value {
  return list.kind === "dynamic" ? named(list, "found") : list;
}

function conditions(receiver: Dynamic, name: "filter" | "map", call: CallSite): Value {
  if (receiver.shape.kind !== "list") return rejected;
  const itemOf = (item: Expression): Value => elementOf(receiver, item);
  return iterateItems(receiver, name, { call, itemOf, areConditions: true });
}

/** `list.map(x, ...).indexOf(true)` */
function placeOfTrue(name: "indexOf" | "lastIndexOf", answers: Value, { node, scope }: CallSite): Value {
  if (answers.kind !== "dynamic") return rejected;
  if (answers.order !== "given") return scope.reject(orderProblem(answers), node, { text: node.getText() });
  const span = scope.span(node);
  const { expression } = answers;
  const found = method(expression, name, [literal(true, span)], span);
  return dynamic(found, { kind: "number" }, { wholeUpTo: maxObjectBytes });
}
