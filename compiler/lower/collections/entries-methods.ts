import { type ComprehensionMethod, type Expression, index } from "../../ir/expression.ts";
import { lowerEquality } from "../expressions/equality.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { elementPath } from "../path.ts";
import { type EntriesValue, type Value, dynamic, levelsOfEntry, listValue, rejected } from "../value.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";
import { iterateItems, iterateWith } from "./iterate.ts";

type LowerMethod = (receiver: EntriesValue, call: CallSite) => Value;

/** Methods of `Object.entries(map)` and `Object.values(map)`: those whose answer does not depend on the map's order. */
export const entriesMethods: Readonly<Record<string, LowerMethod>> = {
  some: (receiver, call) => iterateEntries(receiver, "exists", call),
  every: (receiver, call) => iterateEntries(receiver, "all", call),
  map: (receiver, call) => iterateEntries(receiver, "map", call),
  filter: (receiver, call) => {
    const keys = iterateEntries(receiver, "filter", call);
    return keys.kind === "dynamic" ? { ...receiver, keys } : rejected;
  },
  includes,
};

/** `Object.entries(m).some(([k, v]) => v === "x")` -> `m.exists(k, m[k] == 'x')`: inside, the key is always there. */
function iterateEntries(receiver: EntriesValue, name: ComprehensionMethod, call: CallSite): Value {
  return iterateItems(receiver.keys, name, { call, itemOf: (item) => entryAt(receiver, item) });
}

export function entryAt({ what, map, keys }: EntriesValue, item: Expression): Value {
  if (map.shape.kind !== "map") return rejected;
  const value = dynamic(index(map.expression, item, item.span), map.shape.value, {
    typedLevels: levelsOfEntry(map),
    ascii: map.ascii,
    path: elementPath(map.path, "map"),
  });
  return what === "values"
    ? value
    : listValue([dynamic(item, { kind: "string" }, { showable: keys.showable, ascii: keys.ascii }), value]);
}

/** `Object.values(m).includes(x)` -> `m.exists(k, m[k] == 'x')` */
function includes(receiver: EntriesValue, call: CallSite): Value {
  const argument = singleArgument(call);
  if (argument === undefined) return rejected;
  if (receiver.what === "entries") return call.scope.reject("compares-objects", call.node, { text: call.node.getText() });
  const searched = call.scope.lower(argument);
  const answerOf = (item: Expression): Value => lowerEquality([entryAt(receiver, item), searched], call.node, call.scope);
  return after(iterationsOf(searched), iterateWith(receiver.keys, "exists", { call, wanted: "key", answerOf }));
}
