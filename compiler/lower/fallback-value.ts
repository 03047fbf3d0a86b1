import type { Call } from "./calls/index.ts";
import { lowerExpression } from "./expression.ts";
import { type Value, refused } from "./value.ts";

/** `fallback({...})`: the definition as the compiler knows it. */
export function declareFallback({ arguments: [argument], node, scope }: Call): Value {
  const definition = argument === undefined ? refused : lowerExpression(argument, scope);
  if (definition.kind === "refused") return refused;
  if (definition.kind !== "object" || definition.sometimes !== undefined)
    return scope.refuse("fallback-value", argument ?? node, { key: "fallback", problem: "it has to be written out" });
  return { kind: "fallback", definition, node };
}
