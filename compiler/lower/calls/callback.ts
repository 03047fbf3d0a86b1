import { lowerExpression } from "../expression.ts";
import { callFunction } from "../functions.ts";
import { type FunctionValue, type Value, refused } from "../value.ts";
import type { Call } from "./index.ts";

/** The function given to `some`, `every`, ... : an arrow function, or the name of one. */
export function callbackOf(call: Call): FunctionValue | undefined {
  const [first] = call.arguments;
  const value = first === undefined ? refused : lowerExpression(first, call.scope);
  if (value.kind === "refused") return undefined;
  if (value.kind === "function" && value.node.getParameters().length <= 1 && call.arguments.length === 1) return value;
  const place = call.arguments[1] ?? first ?? call.node;
  call.scope.refuse("unsupported-callback", place, { text: place.getText() });
  return undefined;
}

/** What the callback says of one element. */
export function applyCallback(callback: FunctionValue, element: Value, call: Call): Value {
  return callFunction(callback, [element], { node: call.node, scope: call.scope });
}
