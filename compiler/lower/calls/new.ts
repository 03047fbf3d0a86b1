import type { NewExpression } from "ts-morph";
import { makeMap, makeSet } from "../collections/keyed/make.ts";
import type { Scope } from "../scope.ts";
import { lowerMadePattern } from "../text/regular-expressions.ts";
import { type Value, rejected } from "../value.ts";

/** What may stand behind `new`, by its name. */
export const constructors: Readonly<Record<string, (node: NewExpression, scope: Scope) => Value>> = {
  "global Map": makeMap,
  "global RegExp": lowerMadePattern,
  "global Set": makeSet,
};

export function lowerNew(node: NewExpression, scope: Scope): Value {
  const made = scope.lower(node.getExpression());
  if (made.kind === "rejected") return rejected;
  const make = made.kind === "builtin" && Object.hasOwn(constructors, made.name) ? constructors[made.name] : undefined;
  if (make !== undefined) return make(node, scope);
  const isDate = made.kind === "builtin" && made.name === "global Date";
  if (isDate && node.getArguments().length === 0) return scope.reject("needs-the-time", node, { text: node.getText() });
  const help = isDate ? readsTimes : "use plain lists, `new Set(...)`, `new Map(...)`, and functions instead of classes";
  return scope.reject("unsupported-expression", node, { kind: "new expression", help });
}

const readsTimes =
  'compare times that are stored: `timestamp(oldObject.metadata.creationTimestamp)?.isBefore(...)`; or let the webhook answer the rule: `answeredBy: "webhook"`';
