import type { Place } from "../scope.ts";
import { comprehension, identifier } from "../../ir/expression.ts";
import { named } from "../expressions/coerce.ts";
import { nameOfPath } from "../path.ts";
import { hasType, plain } from "../expressions/presence.ts";
import { afterChoice, storedIteration } from "./stored-iteration.ts";
import { type Dynamic, always, hasTypedEntries, withTypedEntries } from "../value.ts";

/** The list without its elements of other types, which are not there for a rule: `list.filter(x, type(x) == string)`. */
export function typedElements(value: Dynamic, { node, scope }: Place): Dynamic {
  const span = scope.span(node);
  const { shape } = value;
  const list: Dynamic = { ...value, expression: plain(value), presence: always, typed: true };
  if (hasTypedEntries(value) || shape.kind !== "list") return list;
  const range = named(list, nameOfPath(value.path) ?? "list").expression;
  const body = hasType(identifier("x", span), shape.element);
  const step = { variable: "x", ...storedIteration(value.path, scope), span };
  const kept = comprehension({ ...step, method: "filter", range, body, elementTest: body });
  const expression = afterChoice(value, kept, { node, scope });
  return { ...list, expression, typedLevels: withTypedEntries(value), small: true };
}
