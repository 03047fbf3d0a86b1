import { demanded } from "../../expressions/demand.ts";
import { type Value, rejected } from "../../value.ts";
import type { CallSite } from "../../calls/call.ts";
import { matchesMethods } from "../../text/all-matches.ts";
import { copied } from "../concat.ts";
import { listMethods } from "../list-methods.ts";
import { storedListMethods } from "../stored-list-methods.ts";
import { isKeyed, listOf, spread } from "./distinct.ts";

/** `Array.from(list)`, `Array.from(set)`, and with a function what it makes of each. */
export function arrayFrom(call: CallSite): Value {
  const { node, scope } = call;
  const [argument, ...callback] = call.arguments;
  if (argument === undefined) return rejected;
  const list = demanded(scope.lower(argument), { receiver: argument, node: argument, scope });
  if (list.kind === "rejected") return rejected;
  if (!isListLike(list)) return scope.reject("unsupported-collection", node, { text: node.getText() });
  if (callback.length === 0) return copyOf(spread(list, call), call);
  const inside = { ...call, arguments: callback };
  if (list.kind === "matches") return matchesMethods["map"]?.(list, inside) ?? rejected;
  const elements = isKeyed(list) ? listOf(list, call) : spread(list, call);
  if (elements.kind === "list") return listMethods["map"]?.(elements, inside) ?? rejected;
  return elements.kind === "dynamic" ? (storedListMethods["map"]?.(elements, inside) ?? rejected) : rejected;
}

/** As `[...list]`; what is small has been copied before. */
function copyOf(value: Value, call: CallSite): Value {
  return value.kind === "dynamic" && !value.small && !value.sparse ? copied(value, call) : value;
}

function isListLike(value: Value): boolean {
  if (value.kind === "static") return typeof value.value === "string";
  if (value.kind === "dynamic" && value.shape.kind === "string") return true;
  return (
    value.kind === "list" ||
    value.kind === "flat" ||
    value.kind === "indexed" ||
    value.kind === "matches" ||
    isKeyed(value) ||
    (value.kind === "dynamic" && value.shape.kind === "list")
  );
}
