import { Node } from "ts-morph";
import { joinLists } from "../collections/concat.ts";
import { lowerEquality } from "../expressions/equality.ts";
import { mergedObjects } from "../expressions/object-literal.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { type Value, listValue, rejected, staticValue } from "../value.ts";
import type { CallSite } from "./call.ts";
import { argumentValues, spreadArguments } from "./spread-arguments.ts";

/** `Object.freeze(x)` is `x`: nothing can be assigned to what the compiler knows. */
export function lowerFreeze({ node, scope, arguments: [value] }: CallSite): Value {
  return value === undefined ? unknown({ node, scope, arguments: [] }) : scope.lower(value);
}

/** `Object.assign({}, a, b)` is `{ ...a, ...b }`. What is assigned to must have no other name, since it changes. */
export function lowerAssign(call: CallSite): Value {
  const { node, scope, arguments: given } = call;
  const [target] = given;
  if (target === undefined || !Node.isObjectLiteralExpression(target)) return unknown(call);
  return mergedObjects(argumentValues(call), { node, scope });
}

/** `Object.fromEntries([["a", 1]])` of pairs that the compiler knows. */
export function lowerFromEntries(call: CallSite): Value {
  const { scope, arguments: given } = call;
  const [argument] = given;
  const list = argument === undefined ? undefined : scope.lower(argument);
  if (list?.kind === "rejected") return rejected;
  if (list?.kind !== "list") return unknown(call);
  const properties = new Map<string, Value>();
  for (const pair of list.elements) {
    const [key, value] = pair.kind === "list" ? pair.elements : [];
    if (key?.kind !== "static" || value === undefined || String(key.value) === "__proto__") return unknown(call);
    properties.set(String(key.value), value);
  }
  return after([...properties.values()].flatMap(iterationsOf), { kind: "object", properties });
}

/** Differs from `===` for numbers alone: `NaN` is `NaN`, and `0` is not `-0`. */
export function lowerIs(call: CallSite): Value {
  const { node, scope, arguments: given } = call;
  const [left, right] = given.map((argument) => scope.lower(argument));
  if (left === undefined || right === undefined) return unknown(call);
  if (left.kind === "rejected" || right.kind === "rejected") return rejected;
  if (left.kind === "static" && right.kind === "static") return staticValue(Object.is(left.value, right.value));
  const isEquality = [left, right].some(isOrdinaryNumber) || ![left, right].some(mayBeNumber);
  return isEquality ? lowerEquality([left, right], node, scope) : scope.reject("same-number", node, { text: node.getText() });
}

/** Of such a number `Object.is` says what `===` says, whatever the other is. */
function isOrdinaryNumber(value: Value): boolean {
  return value.kind === "static" && typeof value.value === "number" && value.value !== 0 && !Number.isNaN(value.value);
}

/** `Array.of(a, b)` is `[a, b]`. */
export function lowerOf(call: CallSite): Value {
  const lists = spreadArguments(call).map(({ value, isSpread }) =>
    isSpread || value.kind === "rejected" ? value : listValue([value]),
  );
  return joinLists(lists, call);
}

function mayBeNumber(value: Value): boolean {
  if (value.kind === "static") return typeof value.value === "number";
  return value.kind !== "dynamic" || (value.shape.kind !== "string" && value.shape.kind !== "boolean");
}

function unknown({ node, scope }: CallSite): Value {
  return scope.reject("unknown-call", node.getExpression(), { text: node.getExpression().getText() });
}
