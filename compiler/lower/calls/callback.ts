import { truthOf } from "../expressions/truth.ts";
import { type BuiltinValue, type FunctionValue, type Value, rejected, staticValue } from "../value.ts";
import type { CallSite } from "./call.ts";

/** The builtin is `Boolean`. */
export type Callback = FunctionValue | BuiltinValue;

/**
 * The function given to `some`, `every`, ... : an arrow function, the name of one, or `Boolean`. A second parameter,
 * the position, only has a meaning for lists that the compiler knows.
 */
export function callbackOf(call: CallSite, maxParameters = 1): Callback | undefined {
  const [first] = call.arguments;
  const value = first === undefined ? rejected : call.scope.lower(first);
  if (value.kind === "rejected") return undefined;
  if (value.kind === "function" && value.node.getParameters().length <= maxParameters && call.arguments.length === 1)
    return value;
  if (value.kind === "builtin" && value.name === "global Boolean" && call.arguments.length === 1) return value;
  const place = call.arguments[1] ?? first ?? call.node;
  call.scope.reject("unsupported-callback", place, { text: place.getText() });
  return undefined;
}

/** What the callback says of one element, and its position. */
export function applyCallback(callback: Callback, element: Value, call: CallSite, position?: number): Value {
  if (callback.kind === "builtin") return truthOf(element);
  return call.scope.call(callback, position === undefined ? [element] : [element, staticValue(position)], call.node);
}
