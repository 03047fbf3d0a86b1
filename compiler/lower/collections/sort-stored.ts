import { ofSameElements } from "../cel-type.ts";
import { Node, type Expression as TypeScriptExpression } from "ts-morph";
import { sinceKubernetes } from "../../cel/emitted.ts";
import { type Expression, method } from "../../ir/expression.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import type { CallSite } from "../calls/call.ts";
import { asDouble } from "../expressions/presence.ts";
import { withoutParentheses } from "../shapes/type-of.ts";
import { type Dynamic, type Value, dynamic, rejected } from "../value.ts";
import { iterateWith } from "./iterate.ts";
import { reversed } from "./reversed.ts";
import { elementOf } from "./stored-list-methods.ts";
import { counted, entriesOf, listOfKeys, typedElements } from "./stored-iteration.ts";

/** `list.toSorted()` of text whose order CEL shares, and of numbers by a function that compares them. */
export function sortStored(receiver: Dynamic, call: CallSite): Value {
  const { node, scope } = call;
  const order = orderOf(call);
  const element = receiver.shape.kind === "list" ? receiver.shape.element.kind : undefined;
  if (element === "string") {
    const own = ownOrderOf(receiver, order, call);
    if (own !== undefined) return inOwnOrder(receiver, own, call);
  }
  const isSortable = element === "string" || (element === "number" && order?.isAsked === true);
  if (order === undefined || !isSortable || receiver.sparse) return scope.reject("sorts-other", node, { text: node.getText() });
  if (!scope.requireKubernetes(sinceKubernetes("sort"), node.getText(), node)) return rejected;
  const list = element === "string" ? textsOf(receiver, call) : numbersOf(typedElements(receiver, call), call);
  if (list === undefined) return rejected;
  const ordered = { ...method(counted(list, call), "sort", [], scope.span(node)), entries: entriesOf(list.expression) };
  const sorted = ofSameElements(ordered, list.expression);
  const known = { ...list, order: "given", small: true, path: undefined, chosen: undefined } as const;
  const ascending = { ...known, expression: sorted };
  return order.isDescending ? { ...known, expression: reversed(ascending, call) } : ascending;
}

/** The order of texts in which `sort` brings those that are there; undefined after another function. */
export function textOrderOf(call: CallSite): "sorted" | "unordered" | undefined {
  const order = orderOf(call);
  if (order === undefined) return comparesTexts(call) ? "unordered" : undefined;
  return order.isDescending ? "unordered" : "sorted";
}

/** Undefined where CEL sorts as JavaScript does, or JavaScript may fail. */
function ownOrderOf(receiver: Dynamic, order: Order | undefined, call: CallSite): "sorted" | "unordered" | undefined {
  if (order?.isAsked !== false && receiver.sparse) return undefined;
  const isExact = receiver.ascii && !receiver.sparse && call.scope.lowering.kube >= sinceKubernetes("sort");
  return order !== undefined && isExact ? undefined : textOrderOf(call);
}

/** Texts of which CEL knows no more than that they are there: not in which order. */
export function inOwnOrder(receiver: Dynamic, order: "sorted" | "unordered", call: CallSite): Value {
  const list = textsOf(receiver, call);
  if (list === undefined) return rejected;
  return { ...list, expression: counted(list, call), order, small: true, path: undefined, chosen: undefined };
}

/** `(a, b) => a.localeCompare(b)`, or another order of its own that fails of no texts. */
function comparesTexts({ arguments: [callback] }: CallSite): boolean {
  const [a, b] = Node.isArrowFunction(callback) ? callback.getParameters().map((parameter) => parameter.getName()) : [];
  const body = Node.isArrowFunction(callback) ? callback.getBody().getText().replaceAll(/\s/g, "") : "";
  return body === `${a}.localeCompare(${b})` || body === `${b}.localeCompare(${a})`;
}

/** The keys of a map are the map itself as long as nobody asks for a list. */
function textsOf(receiver: Dynamic, call: CallSite): Dynamic | undefined {
  if (receiver.order !== "keys") return listOfKeys(typedElements(receiver, call), call);
  const keys = iterateWith(receiver, "map", { call, wanted: "key", answerOf: (key) => elementOf(receiver, key) });
  return keys.kind === "dynamic" ? keys : undefined;
}

/** CEL sorts numbers of one type alone. */
function numbersOf(list: Dynamic, call: CallSite): Dynamic | undefined {
  const { node, scope } = call;
  if (list.wholeUpTo !== undefined) return list;
  if (mayBeNaN(list.expression)) {
    scope.reject("inexact-arithmetic", node, { text: node.getText() });
    return undefined;
  }
  const answerOf = (item: Expression): Value => dynamic(asDouble(item), { kind: "number" });
  const numbers = iterateWith(list, "map", { call, wanted: "number", answerOf });
  return numbers.kind === "dynamic" ? numbers : undefined;
}

interface Order {
  /** By a function. */
  readonly isAsked: boolean;
  readonly isDescending: boolean;
}

/** Undefined where it is another than that of the elements themselves. */
function orderOf({ arguments: [callback, ...others] }: CallSite): Order | undefined {
  if (callback === undefined) return { isAsked: false, isDescending: false };
  const [a, b] = Node.isArrowFunction(callback) ? callback.getParameters().map((parameter) => parameter.getName()) : [];
  const body = Node.isArrowFunction(callback) ? callback.getBody() : undefined;
  if (a === undefined || b === undefined || !Node.isExpression(body) || others.length > 0) return undefined;
  const isDescending = isDescendingBy(withoutParentheses(body), [a, b]);
  return isDescending === undefined ? undefined : { isAsked: true, isDescending };
}

/** `a - b`, `a < b ? -1 : 1`, `a < b ? -1 : a > b ? 1 : 0`, and the same the other way round. */
function isDescendingBy(node: TypeScriptExpression, [a, b]: readonly [string, string]): boolean | undefined {
  const text = node.getText().replaceAll(/[\s()]/g, "");
  if (text === `${a}-${b}`) return false;
  if (text === `${b}-${a}`) return true;
  const [, left, operator, right, sign, rest] = /^(\w+)([<>])(\w+)\?(-?)1:(.*)$/.exec(text) ?? [];
  const isOfBoth = (left === a && right === b) || (left === b && right === a);
  if (!isOfBoth || rest === undefined) return undefined;
  const isBefore = (operator === "<") === (left === a);
  const isDescending = isBefore !== (sign === "-");
  const opposite = sign === "-" ? "1" : "-1";
  const others = [`${left}>${right}`, `${right}<${left}`, `${left}<${right}`, `${right}>${left}`].filter(
    (test) => test !== `${left}${operator}${right}` && test !== `${right}${operator === "<" ? ">" : "<"}${left}`,
  );
  const isWhole = rest === opposite || others.some((test) => rest === `${test}?${opposite}:0`);
  return isWhole ? isDescending : undefined;
}
