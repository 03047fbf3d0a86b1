import { type Expression as TypeScriptExpression, Node, type SpreadElement } from "ts-morph";
import { entryAt } from "../collections/entries-methods.ts";
import { iterateWith } from "../collections/iterate.ts";
import { spread } from "../collections/keyed/distinct.ts";
import { demanded } from "../expressions/demand.ts";
import type { Scope } from "../scope.ts";
import type { Value } from "../value.ts";
import type { CallSite } from "./call.ts";

/** One argument, or a stored list whose elements are arguments. */
export interface Argument {
  readonly value: Value;
  readonly node: TypeScriptExpression;
  readonly isSpread: boolean;
}

/** `f(...names, last)`: a list whose length the compiler knows is so many arguments. */
export function spreadArguments({ scope, arguments: given }: CallSite): readonly Argument[] {
  return given.flatMap((node): readonly Argument[] => {
    if (!Node.isSpreadElement(node)) return [{ value: scope.lower(node), node, isSpread: false }];
    const list = spreadList(node, scope);
    if (list.kind === "list") return list.elements.map((value) => ({ value, node, isSpread: false }));
    return [{ value: list, node, isSpread: true }];
  });
}

/** Of a map its values, in any order. */
function spreadList(node: SpreadElement, scope: Scope): Value {
  const receiver = node.getExpression();
  const list = demanded(scope.lower(receiver), { receiver, node, scope });
  if (list.kind === "set") return list.list;
  if (list.kind !== "entries") return spread(list, { node, scope });
  const answerOf = (item: Parameters<typeof entryAt>[1]): Value => entryAt(list, item);
  return iterateWith(list.keys, "map", { call: { node, scope }, wanted: "key", answerOf });
}

/** The values of all arguments; what only the cluster knows is rejected. */
export function argumentValues(call: CallSite): readonly Value[] {
  return spreadArguments(call).map(({ value, isSpread }) => {
    return isSpread && value.kind !== "rejected" ? rejectSpread(call) : value;
  });
}

export function hasSpread({ arguments: given }: CallSite): boolean {
  return given.some((argument) => Node.isSpreadElement(argument));
}

export function rejectSpread({ node, scope }: CallSite): Value {
  return scope.reject("spread-of-stored", node, { text: node.getText() });
}
