import { truthOf } from "../expressions/truth.ts";
import { numberOfElement } from "../numbers/number-of.ts";
import type { Place } from "../scope.ts";
import { printedExactly } from "../text/printed.ts";
import { type BuiltinValue, type FunctionValue, type Value, rejected } from "../value.ts";
import type { CallSite } from "./call.ts";

/** The builtin is one of those below. */
export type Callback = FunctionValue | BuiltinValue;

/** What reads the element alone: `map` gives its position and the list, too. */
const ofElement: Readonly<Record<string, (element: Value, place: Place) => Value>> = {
  "global Boolean": truthOf,
  "global Number": numberOfElement,
  "global String": printedExactly,
};

/**
 * The function given to `some`, `every`, ... : an arrow function, the name of one, or `Boolean`, `Number`, `String`. A second parameter is
 * the position of the element.
 */
export function callbackOf(call: CallSite, maxParameters = 1): Callback | undefined {
  const [first] = call.arguments;
  const value = first === undefined ? rejected : call.scope.lower(first);
  if (value.kind === "rejected") return undefined;
  if (value.kind === "function" && value.node.getParameters().length <= maxParameters && call.arguments.length === 1)
    return value;
  if (value.kind === "builtin" && Object.hasOwn(ofElement, value.name) && call.arguments.length === 1) return value;
  const place = call.arguments[1] ?? first ?? call.node;
  call.scope.reject("unsupported-callback", place, { text: place.getText() });
  return undefined;
}

/** What the callback says of one element, and its position. */
export function applyCallback(callback: Callback, element: Value, call: CallSite, position?: Value): Value {
  if (callback.kind === "builtin") {
    const {
      node,
      scope,
      arguments: [place = node],
    } = call;
    return ofElement[callback.name]?.(element, { node: place, scope }) ?? rejected;
  }
  return call.scope.call(callback, position === undefined ? [element] : [element, position], call.node);
}

/** Whether it asks for the position of the element. */
export function asksPosition(callback: Callback): boolean {
  return callback.kind === "function" && callback.node.getParameters().length > 1;
}
