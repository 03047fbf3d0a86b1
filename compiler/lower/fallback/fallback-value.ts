import type { CallSite } from "../calls/call.ts";
import { type Value, rejected } from "../value.ts";

/** `fallback({...})`: the definition as the compiler knows it. */
export function declareFallback({ arguments: [argument], node, scope }: CallSite): Value {
  const definition = argument === undefined ? rejected : scope.lower(argument);
  if (definition.kind === "rejected") return rejected;
  if (definition.kind !== "object" || definition.sometimes !== undefined)
    return scope.reject("fallback-value", argument ?? node, { key: "fallback", problem: "it has to be written out" });
  return { kind: "fallback", definition, node };
}
