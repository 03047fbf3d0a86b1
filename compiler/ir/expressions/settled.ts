import type { Expression } from "../expression.ts";
import { mapChildren, once, some } from "./visit.ts";

/** The same value, of an evaluation that has been found not to end before: nothing is demanded in it any more. */
export const settled: (node: Expression) => Expression = once((node) => {
  if (node.kind === "sequence" && demands(node.first)) return settled(node.then);
  return mapChildren(node, settled);
});

/** Whether something has to be there. */
export const demands = once((node: Expression) => some(node, ({ kind }) => kind === "demand"));
