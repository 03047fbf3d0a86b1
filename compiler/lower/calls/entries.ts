import { type ComprehensionMethod, type Expression, index } from "../../ir/expression.ts";
import { lowerEquality } from "../equality.ts";
import { lowerExpression } from "../expression.ts";
import { after, walksOf } from "../order.ts";
import { elementPath } from "../path.ts";
import { type EntriesValue, type Value, dynamic, levelsOfEntry, listValue, refused } from "../value.ts";
import { singleArgument } from "./argument.ts";
import type { Call } from "./index.ts";
import { walkItems, walkWith } from "./walk.ts";

type LowerMethod = (receiver: EntriesValue, call: Call) => Value;

/** Methods of `Object.entries(map)` and `Object.values(map)`: those whose answer does not depend on the map's order. */
export const entriesMethods: Readonly<Record<string, LowerMethod>> = {
  some: (receiver, call) => walkEntries(receiver, "exists", call),
  every: (receiver, call) => walkEntries(receiver, "all", call),
  map: (receiver, call) => walkEntries(receiver, "map", call),
  filter: (receiver, call) => {
    const keys = walkEntries(receiver, "filter", call);
    return keys.kind === "dynamic" ? { ...receiver, keys } : refused;
  },
  includes,
};

/** `Object.entries(m).some(([k, v]) => v === "x")` -> `m.exists(k, m[k] == 'x')`: inside, the key is always there. */
function walkEntries(receiver: EntriesValue, name: ComprehensionMethod, call: Call): Value {
  return walkItems(receiver.keys, name, { call, itemOf: (item) => entryAt(receiver, item) });
}

function entryAt({ what, map, keys }: EntriesValue, item: Expression): Value {
  if (map.shape.kind !== "map") return refused;
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
function includes(receiver: EntriesValue, call: Call): Value {
  const argument = singleArgument(call);
  if (argument === undefined) return refused;
  if (receiver.what === "entries") return call.scope.refuse("compares-objects", call.node, { text: call.node.getText() });
  const searched = lowerExpression(argument, call.scope);
  const answerOf = (item: Expression): Value => lowerEquality([entryAt(receiver, item), searched], call.node, call.scope);
  return after(walksOf(searched), walkWith(receiver.keys, "exists", { call, wanted: "key", answerOf }));
}
