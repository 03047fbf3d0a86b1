import { Node } from "ts-morph";
import type { CallSite } from "../calls/call.ts";
import { type Callback, callbackOf } from "../calls/callback.ts";
import { type ListValue, type StaticValue, type Value, listValue, rejected } from "../value.ts";

/** `list.toSorted()`, of constants, by JavaScript's order or by a function that compares constants. */
export function toSorted(receiver: ListValue, call: CallSite): Value {
  const constants = receiver.elements.flatMap((element) => (element.kind === "static" ? [element] : []));
  if (constants.length < receiver.elements.length) return rejectSorting(call);
  if (call.arguments.length === 0) return listValue(sortedByText(constants));
  const callback = callbackOf(call, 2);
  return callback === undefined ? rejected : sortedBy(constants, (a, b) => answerOf(callback, [a, b], call), call);
}

function sortedByText(constants: readonly StaticValue[]): readonly StaticValue[] {
  return constants
    .map((constant) => ({ constant }))
    .toSorted(({ constant: a }, { constant: b }) => byUnits(a, b))
    .map(({ constant }) => constant);
}

/** JavaScript's own order: of text, by its units, `undefined` last. */
function byUnits({ value: a }: StaticValue, { value: b }: StaticValue): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [left, right] = [String(a), String(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}

type Compare = (a: StaticValue, b: StaticValue) => number | undefined;

function sortedBy(constants: readonly StaticValue[], compare: Compare, call: CallSite): Value {
  let isKnown = true;
  const sorted = constants.toSorted((a, b) => {
    const answer = isKnown ? compare(a, b) : 0;
    isKnown &&= answer !== undefined;
    return answer ?? 0;
  });
  return isKnown ? listValue(sorted) : rejectSorting(call);
}

function answerOf(callback: Callback, pair: readonly [StaticValue, StaticValue], call: CallSite): number | undefined {
  if (callback.kind !== "function") return undefined;
  const answer = call.scope.call(callback, pair, call.node);
  return answer.kind === "static" && typeof answer.value === "number" ? answer.value : undefined;
}

/** `(a, b) => a.size - b.size` or `a.name < b.name ? -1 : 1` of objects of the author's: no such function fails. */
export function isComparedByField({ arguments: [callback] }: CallSite): boolean {
  const [a, b] = Node.isArrowFunction(callback) ? callback.getParameters().map((parameter) => parameter.getName()) : [];
  const body = Node.isArrowFunction(callback)
    ? callback
        .getBody()
        .getText()
        .replaceAll(/[\s()]/g, "")
    : "";
  return a !== undefined && b !== undefined && new RegExp(`^(?:(?:${a}|${b})\\.\\w+|-?[01]|[-<>?:])+$`).test(body);
}

function rejectSorting({ node, scope }: CallSite): Value {
  return scope.reject("sorts-other", node, { text: node.getText() });
}
