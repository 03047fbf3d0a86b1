import { lowerExpression } from "../expression.ts";
import { callFunction } from "../statements/functions.ts";
import { type FunctionValue, type Value, rejected, staticValue } from "../value.ts";
import type { Call } from "./index.ts";

/**
 * The function given to `some`, `every`, ... : an arrow function, or the name of one. A second parameter, the position,
 * only has a meaning for lists that the compiler knows.
 */
export function callbackOf(call: Call, maxParameters = 1): FunctionValue | undefined {
  const [first] = call.arguments;
  const value = first === undefined ? rejected : lowerExpression(first, call.scope);
  if (value.kind === "rejected") return undefined;
  if (value.kind === "function" && value.node.getParameters().length <= maxParameters && call.arguments.length === 1)
    return value;
  const place = call.arguments[1] ?? first ?? call.node;
  call.scope.reject("unsupported-callback", place, { text: place.getText() });
  return undefined;
}

/** What the callback says of one element, and its position. */
export function applyCallback(callback: FunctionValue, element: Value, call: Call, position?: number): Value {
  return callFunction(callback, position === undefined ? [element] : [element, staticValue(position)], {
    node: call.node,
    scope: call.scope,
  });
}
