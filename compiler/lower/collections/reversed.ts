import { ofSameElements } from "../cel-type.ts";
import { sinceKubernetes } from "../../cel/emitted.ts";
import {
  type Expression,
  binary,
  call as celCall,
  comprehension,
  identifier,
  index,
  literal,
  method,
} from "../../ir/expression.ts";
import type { CallSite } from "../calls/call.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { named } from "../expressions/coerce.ts";
import type { Place } from "../scope.ts";
import { type Dynamic, type Value, rejected } from "../value.ts";
import { freeVariable } from "./free-variable.ts";
import { hasPositions } from "./iterate.ts";
import { afterChoice, boundOf, counted, typedElements } from "./stored-iteration.ts";

/**
 * `list.toReversed()`: `list.reverse()` from Kubernetes 1.35 on, and before that
 * `list.transformList(i, x, list[size(list) - 1 - i])`.
 */
export function toReversed(receiver: Dynamic, call: CallSite): Value {
  // What is in random order is so from its end as well.
  if (receiver.order !== "given") return { ...receiver, order: receiver.order === "sorted" ? "unordered" : receiver.order };
  const list = named(typedElements(receiver, call), "list");
  const isNative = call.scope.lowering.kube >= sinceKubernetes("reverse");
  const expression = isNative ? reversed(list, call) : byPosition(list, call);
  if (expression === undefined) return rejected;
  return after(iterationsOf(list), { ...list, expression, small: true, path: undefined, chosen: undefined });
}

/** CEL's own function, which iterates over the list anyway. */
export function reversed(list: Dynamic, place: Place): Expression {
  return ofSameElements(method(counted(list, place), "reverse", [], place.scope.span(place.node)), list.expression);
}

function byPosition(list: Dynamic, place: Place): Expression | undefined {
  if (!hasPositions(list, place)) return undefined;
  const { node, scope } = place;
  const span = scope.span(node);
  const [position, variable] = [freeVariable("i", scope), freeVariable("x", scope)];
  const last = binary(celCall("size", [list.expression], span), "-", literal(1, span), span);
  const body = index(list.expression, binary(last, "-", identifier(position, span), span), span);
  const step = { method: "map", range: list.expression, variable, position, body, ...boundOf(list, scope), span } as const;
  return afterChoice(list, comprehension(step), place);
}
