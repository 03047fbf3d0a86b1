import { type Expression, literal } from "../../../ir/expression.ts";
import { settled } from "../../../ir/expressions/settled.ts";
import { type Callback, applyCallback, asksPosition, callbackOf } from "../../calls/callback.ts";
import type { CallSite } from "../../calls/call.ts";
import { after, iterationsOf } from "../../evaluation-order.ts";
import { readProperty } from "../../expressions/property-access.ts";
import type { Scope } from "../../scope.ts";
import type { MadeObjects } from "../collection-values.ts";
import { iterateWith, nameOf } from "../iterate.ts";
import { isComparedByField } from "../sorting.ts";
import { typedElements } from "../stored-iteration.ts";
import { elementOf } from "../stored-list-methods.ts";
import { type Dynamic, type Value, dynamicBoolean, rejected } from "../../value.ts";

type Parts = Pick<MadeObjects, "list" | "wanted" | "objectOf">;

/**
 * `list.map((x) => ({ name: x.name, ... }))` of a stored list: CEL has no such objects, so that each is made where it is
 * read. Undefined where the function gives no object.
 */
export function mapToObjects(receiver: Dynamic, call: CallSite): Value | undefined {
  if (!mayGiveObjects(call)) return undefined;
  const callback = callbackOf(call, 2);
  if (callback === undefined) return rejected;
  if (asksPosition(callback)) return undefined;
  const list = typedElements(receiver, call);
  const objectOf = (item: Expression, scope: Scope): Value => applyCallback(callback, elementOf(list, item), { ...call, scope });
  return made({ list, wanted: nameOf(callback), objectOf }, call);
}

/** TypeScript says that it is one; what is stored may be one, too. */
function mayGiveObjects({ node }: CallSite): boolean {
  const element = node.getType().getArrayElementType()?.getNonNullableType();
  return element !== undefined && element.isObject() && !element.isArray() && !element.isTuple();
}

/** Undefined where these are no objects of the author's. */
function made(parts: Parts, call: CallSite): Value | undefined {
  let isOfObjects = true;
  let isRejected = false;
  const answerOf = (item: Expression, { scope }: CallSite): Value => {
    const object = parts.objectOf(item, scope);
    isRejected = object.kind === "rejected";
    isOfObjects = object.kind === "object";
    return after(iterationsOf(object), dynamicBoolean(literal(true, item.span)));
  };
  const whole = iterateWith(parts.list, "map", { call, wanted: parts.wanted, answerOf });
  if (isRejected || whole.kind !== "dynamic") return rejected;
  if (!isOfObjects) return undefined;
  const before = iterationsOf(whole);
  const length = (scope: Scope): Value => after(before, readProperty(whole, "length", { node: call.node, scope }));
  return { kind: "made objects", ...parts, length, before };
}

type LowerMethod = (receiver: MadeObjects, call: CallSite) => Value;

/** What may be asked of such a list: everything but for one of its objects. */
export const madeObjectsMethods: Readonly<Record<string, LowerMethod>> = {
  some: (receiver, call) => asked(receiver, "exists", call),
  every: (receiver, call) => asked(receiver, "all", call),
  filter: (receiver, call) => {
    const list = asked(receiver, "filter", call);
    if (list.kind !== "dynamic") return list;
    return later(receiver, made({ ...receiver, list }, call) ?? rejected);
  },
  map: (receiver, call) => {
    const callback = callbackOf(call);
    if (callback === undefined) return rejected;
    const objectOf = (item: Expression, scope: Scope): Value => answerTo(callback, receiver, item, { ...call, scope });
    if (mayGiveObjects(call)) {
      const objects = made({ ...receiver, wanted: nameOf(callback), objectOf }, call);
      if (objects !== undefined) return later(receiver, objects);
    }
    const answerOf = (item: Expression, { scope }: CallSite): Value => objectOf(item, scope);
    return later(receiver, iterateWith(receiver.list, "map", { call, wanted: nameOf(callback), answerOf }));
  },
  sort: (receiver, call) => sorted(receiver, call),
  toSorted: (receiver, call) => sorted(receiver, call),
};

function asked(receiver: MadeObjects, name: "exists" | "all" | "filter", call: CallSite): Value {
  const callback = callbackOf(call);
  if (callback === undefined) return rejected;
  const answerOf = (item: Expression, inside: CallSite): Value => answerTo(callback, receiver, item, inside);
  return later(receiver, iterateWith(receiver.list, name, { call, wanted: nameOf(callback), answerOf }));
}

function answerTo(callback: Callback, receiver: MadeObjects, item: Expression, inside: CallSite): Value {
  return applyCallback(callback, settledObject(receiver.objectOf(item, inside.scope)), inside);
}

/** All of them have been made before: nothing that they demand is demanded again. */
function settledObject(object: Value): Value {
  if (object.kind !== "object") return object.kind === "dynamic" ? settledValue(object) : object;
  const properties = new Map([...object.properties].map(([name, value]) => [name, settledObject(value)]));
  return { ...object, properties };
}

function settledValue(value: Dynamic): Dynamic {
  const { presence, expression } = value;
  const there = presence.kind === "guarded" ? { ...presence, guard: settled(presence.guard) } : presence;
  return { ...value, expression: settled(expression), presence: there };
}

/** TypeScript makes all objects before it asks one of them. */
function later({ before }: MadeObjects, answer: Value): Value {
  return after(before, answer);
}

/** In an order that CEL does not know. */
function sorted(receiver: MadeObjects, call: CallSite): Value {
  const { node, scope } = call;
  if (!isComparedByField(call)) return scope.reject("sorts-other", node, { text: node.getText() });
  return { ...receiver, list: { ...receiver.list, order: "unordered" } };
}
