import type { CallSite } from "../../calls/call.ts";
import { negated } from "../../expressions/as-boolean.ts";
import { after, iterationsOf } from "../../evaluation-order.ts";
import { lowerEquality } from "../../expressions/equality.ts";
import { type Dynamic, type ListValue, type Value, isSomething, listValue, rejected } from "../../value.ts";
import type { PairsValue, SetValue } from "../collection-values.ts";
import { joinLists } from "../concat.ts";
import { iterateWith } from "../iterate.ts";
import { elementOf } from "../stored-list-methods.ts";
import { distinctKnown, isDistinct, storedOf } from "./distinct.ts";

type Keyed = SetValue | PairsValue;

/** What is in the set or map after `add`, `set`, `delete` or `clear`; undefined where CEL cannot say it. */
export function changedKeyed(name: string, before: Keyed, call: CallSite): Value | undefined {
  const [key, value] = call.arguments.map((argument) => call.scope.lower(argument));
  if (key?.kind === "rejected" || value?.kind === "rejected") return rejected;
  if (name === "clear") return before.kind === "set" ? { ...before, list: listValue([]) } : { ...before, pairs: new Map() };
  if (key === undefined) return undefined;
  return before.kind === "set" ? changedSet(name, before, { key, call }) : changedPairs(name, before, [key, value]);
}

interface Changing {
  readonly key: Value;
  readonly call: CallSite;
}

function changedSet(name: string, before: SetValue, { key, call }: Changing): Value | undefined {
  const list = name === "add" ? joinLists([before.list, listValue([key])], call) : without(before.list, { key, call });
  if (list?.kind === "list") return { ...before, list: distinctKnown(list) };
  return list?.kind === "dynamic" ? { ...before, list } : list;
}

function without(list: ListValue | Dynamic, { key, call }: Changing): Value | undefined {
  if (list.kind === "list" && isDistinct(list) && key.kind === "static")
    return listValue(list.elements.filter((element) => element.kind !== "static" || element.value !== key.value));
  const stored = storedOf(list, call);
  if (stored === undefined) return rejected;
  const answerOf = (item: Parameters<typeof elementOf>[1]): Value =>
    negated(lowerEquality([elementOf(stored, item), key], call.node, call.scope));
  return after(iterationsOf(key), iterateWith(stored, "filter", { call, wanted: "x", answerOf }));
}

function changedPairs(name: string, before: PairsValue, [key, value]: readonly [Value, Value | undefined]): Value | undefined {
  if (key.kind !== "static" || !isSomething(key.value)) return undefined;
  const pairs = new Map(before.pairs);
  if (name === "delete") pairs.delete(key.value);
  else if (value === undefined) return undefined;
  else pairs.set(key.value, value);
  return { ...before, pairs };
}
