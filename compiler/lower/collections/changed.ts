import { Node } from "ts-morph";
import { type Expression, binary, call as celCall, demand, literal } from "../../ir/expression.ts";
import type { CallSite } from "../calls/call.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { choose } from "../expressions/choose.ts";
import { shownText } from "../expressions/demand.ts";
import { lowerEquality } from "../expressions/equality.ts";
import { readIndex } from "../expressions/index-access.ts";
import { maxObjectBytes } from "../../language/limits.ts";
import { withoutParentheses } from "../shapes/type-of.ts";
import { type Dynamic, type ListValue, type Value, dynamic, listValue, rejected, staticValue } from "../value.ts";
import { joinLists } from "./concat.ts";
import { hasPositions, iterateWith } from "./iterate.ts";
import { partOfList } from "./positions.ts";
import { elementOf } from "./stored-list-methods.ts";
import { typedElements } from "./stored-iteration.ts";

type List = ListValue | Dynamic;

/** Methods whose result is a list that nobody else knows. */
const makers: ReadonlySet<string> = new Set([
  "concat",
  "filter",
  "flat",
  "flatMap",
  "map",
  "slice",
  "split",
  "toReversed",
  "toSorted",
  "toSpliced",
  "with",
  "reverse",
  "sort",
  "add",
  "set",
]);

/** Whether the list has just been made: what changes it changes nothing else. */
export function isMadeHere({ node }: CallSite): boolean {
  const callee = node.getExpression();
  const list = Node.isPropertyAccessExpression(callee) ? withoutParentheses(callee.getExpression()) : callee;
  return (
    Node.isArrayLiteralExpression(list) ||
    Node.isNewExpression(list) ||
    (Node.isCallExpression(list) && makesList(list.getExpression()))
  );
}

function makesList(callee: Node): boolean {
  if (!Node.isPropertyAccessExpression(callee)) return false;
  return makers.has(callee.getName()) || /^(?:Object|Array)\./.test(callee.getText());
}

/** `text.split("/").pop()` and its like, of a list that has just been made. */
export function ofNewList<Receiver extends Value>(
  method: (receiver: Receiver, call: CallSite) => Value,
): (receiver: Receiver, call: CallSite) => Value {
  return (receiver, call) => {
    if (isMadeHere(call)) return method(receiver, call);
    const callee = call.node.getExpression();
    return call.scope.reject("changes-list", callee, { text: callee.getText() });
  };
}

export const pop = (receiver: List, call: CallSite): Value => readIndex(receiver, staticValue(-1), { ...call, fromEnd: true });
export const shift = (receiver: List, call: CallSite): Value => readIndex(receiver, staticValue(0), call);

/** What `splice(start, count)` takes out. */
export function splice(receiver: List, call: CallSite): Value {
  const bounds = spliceBounds(call);
  if (bounds === undefined) return rejectBounds(call);
  return partOf(receiver, [bounds.start, bounds.end], call);
}

/** `list.toSpliced(1, 2, x)`: what is before, the new, and what is behind. */
export function toSpliced(receiver: List, call: CallSite): Value {
  const bounds = spliceBounds(call);
  if (bounds === undefined) return rejectBounds(call);
  const added = call.arguments.slice(2).map((argument) => call.scope.lower(argument));
  const behind = bounds.end === undefined ? listValue([]) : partOf(receiver, [bounds.end, undefined], call);
  const before = bounds.start === 0 ? listValue([]) : partOf(receiver, [0, bounds.start], call);
  return joinLists([before, listValue(added), behind], call);
}

interface Bounds {
  readonly start: number;
  readonly end: number | undefined;
}

/** Places from the beginning, that the compiler knows. */
function spliceBounds({ arguments: given, scope }: CallSite): Bounds | undefined {
  const [start, count] = given.slice(0, 2).map((argument) => {
    const value = scope.lower(argument);
    return value.kind === "static" && Number.isSafeInteger(value.value) ? Number(value.value) : -1;
  });
  if (start === undefined || start < 0 || (count !== undefined && count < 0)) return undefined;
  return { start, end: count === undefined ? undefined : start + count };
}

function rejectBounds({ node, scope }: CallSite): Value {
  return scope.reject("slice-bounds", node, { text: node.getText() });
}

function partOf(receiver: List, [start, end]: readonly [number, number | undefined], call: CallSite): Value {
  return receiver.kind === "list" ? listValue(receiver.elements.slice(start, end)) : partOfList(receiver, [start, end], call);
}

/** `list.with(1, x)`: JavaScript throws where there is no such place. */
export function withElement(receiver: List, call: CallSite): Value {
  const { node, scope, arguments: given } = call;
  const [place, value = rejected] = given.map((argument) => scope.lower(argument));
  if (place?.kind !== "static" || !Number.isSafeInteger(place.value)) return rejectBounds(call);
  const at = Number(place.value);
  if (receiver.kind === "list") {
    const isThere = at < receiver.elements.length && at >= -receiver.elements.length;
    return isThere ? listValue(receiver.elements.with(at, value)) : rejectBounds(call);
  }
  if (!hasPositions(receiver, call)) return rejected;
  const list = typedElements(receiver, call);
  const span = scope.span(node);
  const size = celCall("size", [list.expression], span);
  const isThere = binary(size, ">", literal(at < 0 ? -at - 1 : at, span), span);
  const fromEnd = dynamic(binary(size, "-", literal(-at, span), span), { kind: "number" }, { wholeUpTo: maxObjectBytes });
  const wanted = at < 0 ? fromEnd : staticValue(at);
  const answerOf = (item: Expression, inside: CallSite, position: Value = rejected): Value =>
    choose(lowerEquality([position, wanted], node, inside.scope), [value, elementOf(list, item)], inside);
  const changed = iterateWith(list, "map", { call, wanted: "x", wantedPosition: "i", answerOf });
  // The argument is worked out before it turns out that there is no such place.
  return after([...iterationsOf(receiver), ...iterationsOf(value), demand(isThere, shownText(node), span)], changed);
}
