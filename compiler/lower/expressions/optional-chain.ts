import type { Place } from "../scope.ts";
import { ts } from "ts-morph";
import { and } from "../../ir/expressions/boolean.ts";
import { choose, presenceOf } from "./choose.ts";
import { toDynamic } from "./coerce.ts";
import { iterations } from "../evaluation-order.ts";
import { isDefined, plain } from "./presence.ts";
import { type Dynamic, type Value, rejected, undefinedValue } from "../value.ts";

/**
 * On an optional chain (`a?.startsWith("x")`, `a?.[0]`) the result is there only where the receiver is. What is asked of
 * it, as `b` in `a?.[b]`, is not evaluated before.
 */
export function onOptionalChain(receiver: Dynamic, result: Value, place: Place, asked?: Value): Value {
  if (receiver.presence.kind === "always" || !ts.isOptionalChain(place.node.compilerNode)) return result;
  if (result.kind === "static" && result.value !== undefined)
    return whereThere(receiver, toDynamic(result, place.node, place.scope));
  if (result.kind !== "dynamic") return result;
  if (result.presence.kind !== "optional") return whereThere(receiver, result);
  // Nothing is found in what stands in for an absent list or text; what is guarded has no such stand-in.
  const hasStandIn = receiver.presence.kind === "optional" && (asked === undefined || !iterations(asked));
  return hasStandIn ? result : choose(presenceOf(receiver), [result, undefinedValue], place);
}

function whereThere(receiver: Dynamic, result: Dynamic | undefined): Value {
  if (result === undefined) return rejected;
  const isThere = isDefined(receiver);
  const guard = result.presence.kind === "guarded" ? and(isThere, result.presence.guard) : isThere;
  return { ...result, expression: plain(result), presence: { kind: "guarded", guard } };
}
