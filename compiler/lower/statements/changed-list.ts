import { notMadeHere } from "../collections/keyed/methods.ts";
import type { CallSite } from "../calls/call.ts";
import { changedKeyed } from "../collections/keyed/changed-keyed.ts";
import { type Value, listValue, rejected } from "../value.ts";
import { listMethods } from "../collections/list-methods.ts";
import { partOfList } from "../collections/positions.ts";
import { reordering } from "../collections/reordering.ts";

/** By the method that changes a list: the one that gives the changed list. */
const giving: Readonly<Record<string, string>> = { reverse: "toReversed", sort: "toSorted", splice: "toSpliced" };

/** What is in the list after `list.sort();` and its like. */
export function changedBy(name: string, before: Value, call: CallSite): Value {
  if (before.kind === "set" || before.kind === "pairs") return changedKeyed(name, before, call) ?? notMadeHere(call);
  if (before.kind !== "list" && before.kind !== "dynamic") return notMadeHere(call);
  const bounds = name === "pop" ? ([0, -1] as const) : name === "shift" ? ([1, undefined] as const) : undefined;
  if (bounds !== undefined)
    return before.kind === "list" ? listValue(before.elements.slice(...bounds)) : partOfList(before, bounds, call);
  const method = giving[name];
  if (method === undefined) return notMadeHere(call);
  const lower = before.kind === "list" ? listMethods[method]?.(before, call) : reordering[method]?.(before, call);
  return lower ?? rejected;
}
