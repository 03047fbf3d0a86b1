import type { CallSite } from "../calls/call.ts";
import type { Dynamic, Value } from "../value.ts";
import { ofNewList, pop, shift, splice, toSpliced, withElement } from "./changed.ts";
import { indexed, positionsOf } from "./indexed.ts";
import { toReversed } from "./reversed.ts";
import { sortStored } from "./sort-stored.ts";
import { join } from "./stored-list-methods.ts";

/** Methods of stored lists that give the list in another way, or change a list that has just been made. */
export const reordering: Readonly<Record<string, (receiver: Dynamic, call: CallSite) => Value>> = {
  entries: indexed,
  keys: positionsOf,
  values: (receiver) => receiver,
  toReversed,
  reverse: ofNewList(toReversed),
  toSorted: sortStored,
  sort: ofNewList(sortStored),
  with: withElement,
  toSpliced,
  splice: ofNewList(splice),
  pop: ofNewList(pop),
  shift: ofNewList(shift),
  toString: (receiver: Dynamic, call: CallSite): Value => join(receiver, { ...call, arguments: [] }),
};
