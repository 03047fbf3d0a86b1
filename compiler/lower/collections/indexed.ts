import type { Expression } from "../../ir/expression.ts";
import type { ComprehensionMethod } from "../../ir/expression.ts";
import { applyCallback, callbackOf } from "../calls/callback.ts";
import type { CallSite } from "../calls/call.ts";
import { type Dynamic, type Value, listValue, rejected } from "../value.ts";
import type { IndexedValue } from "./collection-values.ts";
import { hasPositions, iterateWith } from "./iterate.ts";
import { elementOf } from "./stored-list-methods.ts";
import { typedElements } from "./stored-iteration.ts";

/** `list.entries()` of a stored list. */
export function indexed(receiver: Dynamic, call: CallSite): Value {
  return hasPositions(receiver, call) ? { kind: "indexed", list: typedElements(receiver, call) } : rejected;
}

/** `list.keys()`: the positions. */
export function positionsOf(receiver: Dynamic, call: CallSite): Value {
  if (!hasPositions(receiver, call)) return rejected;
  const answerOf = (_item: Expression, _inside: CallSite, position: Value = rejected): Value => position;
  return iterateWith(typedElements(receiver, call), "map", { call, wanted: "x", wantedPosition: "i", answerOf });
}

/** Methods of `[...list.entries()]`. */
export const indexedMethods: Readonly<Record<string, (receiver: IndexedValue, call: CallSite) => Value>> = {
  some: (receiver, call) => iteratePairs(receiver, "exists", call),
  every: (receiver, call) => iteratePairs(receiver, "all", call),
  map: (receiver, call) => iteratePairs(receiver, "map", call),
};

function iteratePairs({ list }: IndexedValue, name: ComprehensionMethod, call: CallSite): Value {
  const callback = callbackOf(call);
  if (callback === undefined) return rejected;
  const [position, element] = namesOf(callback.kind === "function" ? callback.node.getParameters()[0]?.getName() : undefined);
  const answerOf = (item: Expression, inside: CallSite, at: Value = rejected): Value =>
    applyCallback(callback, pairOf(list, item, at), inside);
  return iterateWith(list, name, { call, wanted: element, wantedPosition: position, answerOf });
}

export function pairOf(list: Dynamic, item: Expression, position: Value): Value {
  return listValue([position, elementOf(list, item)]);
}

/** Of `[i, name]`. */
export function namesOf(pattern: string | undefined): readonly [position: string, element: string | undefined] {
  const [, position, element] = /^\[\s*(\w+)?\s*,?\s*(\w+)?/.exec(pattern ?? "") ?? [];
  return [position ?? "i", element];
}
