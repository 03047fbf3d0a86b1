import { index } from "../../ir/expression.ts";
import { type EntriesValue, type Value, dynamic, listValue, refused } from "../value.ts";
import type { Call } from "./index.ts";
import { walkItems } from "./stored-list.ts";

type LowerMethod = (receiver: EntriesValue, call: Call) => Value;

/** Methods of `Object.entries(map)` and `Object.values(map)`: those whose answer does not depend on the map's order. */
export const entriesMethods: Readonly<Record<string, LowerMethod>> = {
  some: (receiver, call) => walkEntries(receiver, "exists", call),
  every: (receiver, call) => walkEntries(receiver, "all", call),
};

/** `Object.entries(m).some(([k, v]) => v === "x")` -> `m.exists(k, m[k] == 'x')`: inside, the key is always there. */
function walkEntries({ what, map, keys }: EntriesValue, name: "exists" | "all", call: Call): Value {
  const { shape } = map;
  if (shape.kind !== "map") return refused;
  return walkItems(keys, name, {
    call,
    itemOf: (item) => {
      const value = dynamic(index(map.expression, item, item.span), shape.value);
      return what === "values" ? value : listValue([dynamic(item, { kind: "string" }, { showable: keys.showable }), value]);
    },
  });
}
