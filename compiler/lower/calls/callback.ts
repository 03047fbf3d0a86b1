import { type FunctionValue, type Value, rejected, staticValue } from "../value.ts";
import type { CallSite } from "./call.ts";

/**
 * The function given to `some`, `every`, ... : an arrow function, or the name of one. A second parameter, the position,
 * only has a meaning for lists that the compiler knows.
 */
export function callbackOf(call: CallSite, maxParameters = 1): FunctionValue | undefined {
  const [first] = call.arguments;
  const value = first === undefined ? rejected : call.scope.lower(first);
  if (value.kind === "rejected") return undefined;
  if (value.kind === "function" && value.node.getParameters().length <= maxParameters && call.arguments.length === 1)
    return value;
  const place = call.arguments[1] ?? first ?? call.node;
  call.scope.reject("unsupported-callback", place, { text: place.getText() });
  return undefined;
}

/** What the callback says of one element, and its position. */
export function applyCallback(callback: FunctionValue, element: Value, call: CallSite, position?: number): Value {
  return call.scope.call(callback, position === undefined ? [element] : [element, staticValue(position)], call.node);
}
