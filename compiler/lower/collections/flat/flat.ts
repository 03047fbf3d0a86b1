import { Node, type Expression as TypeScriptExpression, ts } from "ts-morph";
import { sinceKubernetes } from "../../../cel/emitted.ts";
import { demands } from "../../../ir/expressions/settled.ts";
import { type Expression, binary, call as celCall, comprehension, literal, method } from "../../../ir/expression.ts";
import { maxObjectBytes } from "../../../language/limits.ts";
import { applyCallback, callbackOf } from "../../calls/callback.ts";
import type { CallSite } from "../../calls/call.ts";
import { after, iterationsOf } from "../../evaluation-order.ts";
import { choose } from "../../expressions/choose.ts";
import { orDefault, toDynamic } from "../../expressions/coerce.ts";
import { demanded } from "../../expressions/demand.ts";
import { readProperty } from "../../expressions/property-access.ts";
import type { Place, Scope } from "../../scope.ts";
import { isWrittenAlways } from "../../shapes/shapes.ts";
import { withoutParentheses } from "../../shapes/type-of.ts";
import type { FlatValue } from "../collection-values.ts";
import {
  type Dynamic,
  hasTypedEntries,
  type ListValue,
  type Value,
  dynamic,
  listValue,
  mayBeAbsent,
  rejected,
  staticValue,
} from "../../value.ts";
import { ofNewList } from "../changed.ts";
import { textOrderOf } from "../sort-stored.ts";
import { iterateWith, nameOf } from "../iterate.ts";
import { listMethods } from "../list-methods.ts";
import { elementOf, storedListMethods } from "../stored-list-methods.ts";
import { storedIteration, typedElements } from "../stored-iteration.ts";

/** `list.flatMap((x) => x.tags ?? [])` of a stored list. */
function flatMap(receiver: Dynamic, call: CallSite): Value {
  const callback = callbackOf(call);
  if (callback === undefined) return rejected;
  const innerOf = (item: Expression, scope: Scope): Value =>
    asList(thereOf(applyCallback(callback, elementOf(receiver, item), { ...call, scope }), call), { node: call.node, scope });
  return flatOf({ list: receiver, wanted: nameOf(callback), innerOf, before: [] }, call);
}

/** `(e) => e.addresses`, of a field that the API server demands. */
function thereOf(value: Value, { arguments: [callback] }: CallSite): Value {
  const body = Node.isArrowFunction(callback) ? callback.getBody() : undefined;
  const property = Node.isPropertyAccessExpression(body) ? body.getNameNode().getSymbol() : undefined;
  const isThere = value.kind === "dynamic" && value.typed && property !== undefined && isWrittenAlways(property);
  return isThere && !ts.isOptionalChain((body as Node).compilerNode) ? orDefault(value) : value;
}

/** `lists.flat()` */
function flat(receiver: Dynamic, call: CallSite): Value {
  const { node, scope } = call;
  const depth = call.arguments[0];
  if (depth !== undefined && depth.getText() !== "1") return scope.reject("too-many-arguments", node, { text: node.getText() });
  const mapped = mappedLists(call);
  if (mapped !== undefined) return mapped;
  const innerOf = (item: Expression, inside: Scope): Value => asList(elementOf(receiver, item), { node, scope: inside });
  return flatOf({ list: receiver, wanted: "x", innerOf, before: [] }, call);
}

/** `list.map(f).flat()` is `list.flatMap(f)`. */
function mappedLists({ node, scope }: CallSite): Value | undefined {
  const callee = node.getExpression();
  const inner = Node.isPropertyAccessExpression(callee) ? withoutParentheses(callee.getExpression()) : undefined;
  const map = Node.isCallExpression(inner) ? inner.getExpression() : undefined;
  if (!Node.isCallExpression(inner) || !Node.isPropertyAccessExpression(map) || map.getName() !== "map") return undefined;
  const receiver = map.getExpression();
  const list = demanded(scope.lower(receiver), { receiver, node: map, scope });
  const isStored = list.kind === "dynamic" && list.shape.kind === "list" && list.presence.kind === "always";
  return isStored ? flatMap(list, { node: inner, scope, arguments: inner.getArguments() as TypeScriptExpression[] }) : undefined;
}

/** What the function gives, if it is no list, is one element. */
function asList(value: Value, { node, scope }: Place): Value {
  if (value.kind === "list" || value.kind === "rejected") return value;
  if (mayBeAbsent(value)) return scope.reject("may-be-absent", node, { text: node.getText() });
  if (value.kind === "dynamic") return value.shape.kind === "list" ? value : listValue([value]);
  return value.kind === "static" ? listValue([value]) : scope.reject("not-a-value", node, { text: node.getText() });
}

/** Rejected where the lists inside cannot be made. TypeScript makes all of them before anybody asks. */
function flatOf(parts: Parts, call: CallSite): Value {
  const lists = listsOf(parts, call)?.lists;
  if (lists === undefined) return rejected;
  const before = demands(lists.expression) ? [...parts.before, lists.expression] : parts.before;
  const whole = { ...parts, before };
  const at = (scope: Scope): CallSite => ({ ...call, scope });
  return { kind: "flat", ...whole, length: (scope) => lengthOf(whole, at(scope)), asOne: (scope) => flattened(whole, at(scope)) };
}

type Parts = Omit<FlatValue, "kind" | "length" | "asOne">;

interface Lists {
  readonly lists: Dynamic;
  /** What is in these lists may be absent. */
  readonly sparse: boolean;
}

/** `list.map(x, x.tags)`; undefined after a diagnostic. `asRead`: what each of these lists is read as. */
function listsOf(
  { list, wanted, innerOf }: Parts,
  call: CallSite,
  asRead: (inner: Dynamic, place: Place) => Dynamic = (inner) => inner,
): Lists | undefined {
  let sparse = false;
  const answerOf = (item: Expression, { scope }: CallSite): Value => {
    const inner = innerOf(item, scope);
    if (inner.kind !== "dynamic") return inner;
    sparse ||= inner.sparse;
    return asRead({ ...inner, sparse: false }, { node: call.node, scope });
  };
  const lists = iterateWith(typedElements(list, call), "map", { call, wanted, answerOf });
  return lists.kind === "dynamic" ? { lists, sparse } : undefined;
}

/** Methods of a stored list that give such a value. */
export const flattening: Readonly<Record<string, (receiver: Dynamic, call: CallSite) => Value>> = { flat, flatMap };

type LowerMethod = (receiver: FlatValue, call: CallSite) => Value;

/** Methods of `list.flatMap(...)`: those that ask each element, in each list for itself. */
export const flatMethods: Readonly<Record<string, LowerMethod>> = {
  some: (receiver, call) => ofEach(receiver, ["exists", "some"], call),
  every: (receiver, call) => ofEach(receiver, ["all", "every"], call),
  includes: (receiver, call) => ofEach(afterArguments(receiver, call), ["exists", "includes"], call),
  filter: (receiver, call) => ofInner(receiver, "filter", call),
  map: (receiver, call) => ofInner({ ...receiver, order: receiver.order && "unordered" }, "map", call),
  sort: ofNewList(sorted),
  toSorted: sorted,
};

/** Texts in an order that only the list as a whole has. */
function sorted(receiver: FlatValue, call: CallSite): Value {
  const order = textOrderOf(call);
  const isOfTexts = call.node.getType().getArrayElementType()?.isString() === true;
  if (order === undefined || !isOfTexts || receiver.beside !== undefined)
    return call.scope.reject("sorts-other", call.node, { text: call.node.getText() });
  return flatOf({ ...receiver, order }, call);
}

/** What is looked for has been worked out once, also where there is no list to look in. */
function afterArguments(receiver: FlatValue, { arguments: args, scope }: CallSite): FlatValue {
  return { ...receiver, before: [...receiver.before, ...args.flatMap((argument) => iterationsOf(scope.lower(argument)))] };
}

function ofEach(receiver: FlatValue, [outer, inner]: readonly ["exists" | "all", string], call: CallSite): Value {
  const { list, wanted, innerOf, before, beside = [] } = receiver;
  const answerOf = (item: Expression, site: CallSite): Value => methodOf(innerOf(item, site.scope), inner, site);
  const own = after(before, iterateWith(list, outer, { call, wanted, answerOf }));
  return beside.reduce<Value>((answer, other) => {
    const next = methodOf(other, inner, call);
    const isExists = outer === "exists";
    return choose(answer, isExists ? [staticValue(true), next] : [next, staticValue(false)], call);
  }, own);
}

function ofInner(receiver: FlatValue, name: string, call: CallSite): Value {
  const innerOf = (item: Expression, scope: Scope): Value => methodOf(receiver.innerOf(item, scope), name, { ...call, scope });
  const { beside = [], ...own } = receiver;
  return joinFlat([flatOf({ ...own, innerOf }, call), ...beside.map((other) => methodOf(other, name, call))], call);
}

/**
 * `[...list.flatMap(...), ...others]`, of which CEL has no one list before Kubernetes 1.35: whoever asks its elements
 * asks those of each list. TypeScript copies all of them first.
 */
export function joinFlat(lists: readonly Value[], { node }: Place): Value {
  const known = lists.filter((one) => one.kind === "flat" || one.kind === "list" || one.kind === "dynamic");
  const joined = known.find((one) => one.kind === "flat");
  if (joined === undefined || known.length < lists.length) return rejected;
  const others = known.filter((one) => one !== joined);
  if (others.length === 0) return joined;
  const before = [...joined.before, ...others.flatMap(iterationsOf)];
  const asOne = (scope: Scope): Value => {
    scope.requireKubernetes(sinceKubernetes("flatten"), node.getText(), node);
    return rejected;
  };
  return {
    ...joined,
    before,
    beside: [...(joined.beside ?? []), ...others],
    asOne,
    length: (scope) => sizeOfAll(known, { node, scope }),
  };
}

function sizeOfAll(lists: readonly (FlatValue | ListValue | Dynamic)[], place: Place): Value {
  const sizes = lists.map((one) => (one.kind === "flat" ? one.length(place.scope) : readProperty(one, "length", place)));
  const known = sizes.map((size) => toDynamic(size, place.node, place.scope)).filter((size) => size !== undefined);
  if (known.length < lists.length) return rejected;
  const span = place.scope.span(place.node);
  const sum = known.map(({ expression }) => expression).reduce((before, next) => binary(before, "+", next, span));
  return dynamic(sum, { kind: "number" }, { wholeUpTo: known.length * maxObjectBytes });
}

function methodOf(list: Value, name: string, call: CallSite): Value {
  if (list.kind === "flat") return flatMethods[name]?.(list, call) ?? rejected;
  if (list.kind === "list") return listMethods[name]?.(list, call) ?? rejected;
  return list.kind === "dynamic" ? (storedListMethods[name]?.(list, call) ?? rejected) : rejected;
}

/** `list.map(x, size(x.tags)).sum()` */
function lengthOf({ list, wanted, innerOf, before }: Parts, call: CallSite): Value {
  const sizeOf = (item: Expression, { scope }: CallSite): Value => {
    const inner = innerOf(item, scope);
    const { span } = item;
    if (inner.kind === "list") return dynamic(literal(inner.elements.length, span), { kind: "number" });
    if (inner.kind !== "dynamic") return rejected;
    const elements = typedElements(inner, { node: call.node, scope });
    return dynamic(celCall("size", [elements.expression], span), { kind: "number" });
  };
  const sizes = iterateWith(typedElements(list, call), "map", { call, wanted, answerOf: sizeOf });
  if (sizes.kind !== "dynamic") return rejected;
  const sum = method(sizes.expression, "sum", [], call.scope.span(call.node));
  return after(before, dynamic(sum, { kind: "number" }, { wholeUpTo: maxObjectBytes }));
}

/** Each of the lists is iterated over inside of the other, and limited with it: of what is made of them nothing else is. */
function copied(inner: Dynamic, place: Place): Dynamic {
  const list = typedElements(inner, place);
  if (!hasTypedEntries(inner) || (inner.small && inner.mayBeMap === undefined)) return list;
  const span = place.scope.span(place.node);
  const every = { method: "filter", range: list.expression, variable: "x", body: literal(true, span), span } as const;
  return {
    ...list,
    expression: comprehension({ ...every, ...storedIteration(inner.path, place.scope) }),
    small: true,
    mayBeMap: undefined,
  };
}

/** `list.map(x, x.tags).flatten()` */
function flattened(receiver: Parts, call: CallSite): Value {
  const { node, scope } = call;
  if (!scope.requireKubernetes(sinceKubernetes("flatten"), node.getText(), node)) return rejected;
  const { lists, sparse } = listsOf(receiver, call, copied) ?? {};
  if (lists?.shape.kind !== "list" || sparse === undefined) return rejected;
  const expression = method(lists.expression, "flatten", [], scope.span(node));
  const typedLevels = Math.max(0, lists.typedLevels - 1);
  const { order = lists.order } = receiver;
  return after(receiver.before, { ...lists, expression, shape: lists.shape.element, typedLevels, small: true, sparse, order });
}
