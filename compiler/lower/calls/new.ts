import type { NewExpression } from "ts-morph";
import { makeMap, makeSet } from "../collections/keyed/make.ts";
import type { Scope } from "../scope.ts";
import { lowerNewDate } from "../numbers/dates.ts";
import { lowerMadePattern } from "../text/regular-expressions.ts";
import { type Value, rejected } from "../value.ts";

/** What may stand behind `new`, by its name. */
export const constructors: Readonly<Record<string, (node: NewExpression, scope: Scope) => Value>> = {
  "global Date": lowerNewDate,
  "global Map": makeMap,
  "global RegExp": lowerMadePattern,
  "global Set": makeSet,
};

export function lowerNew(node: NewExpression, scope: Scope): Value {
  const made = scope.lower(node.getExpression());
  if (made.kind === "rejected") return rejected;
  const make = made.kind === "builtin" && Object.hasOwn(constructors, made.name) ? constructors[made.name] : undefined;
  if (make !== undefined) return make(node, scope);
  const help = "use plain lists, `new Set(...)`, `new Map(...)`, and functions instead of classes";
  return scope.reject("unsupported-expression", node, { kind: "new expression", help });
}
