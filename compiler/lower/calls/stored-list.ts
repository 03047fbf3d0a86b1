import { iterationLimit } from "../../dsl/limits.ts";
import { and } from "../../ir/boolean.ts";
import {
  type ComprehensionMethod,
  type Expression,
  binary,
  comprehension,
  identifier,
  literal,
  method,
} from "../../ir/expression.ts";
import { some } from "../../ir/visit.ts";
import { reservedWords, takenNames } from "../../ir/words.ts";
import { named, toDynamic } from "../coerce.ts";
import { lowerExpression } from "../expression.ts";
import { hasType, plain } from "../presence.ts";
import { type Dynamic, type FunctionValue, type Value, dynamic, dynamicBoolean, refused, staticValue } from "../value.ts";
import { after, walksOf } from "../order.ts";
import { singleArgument, whereDefined } from "./argument.ts";
import { applyCallback, callbackOf } from "./callback.ts";
import type { Call } from "./index.ts";
import { conditionOf } from "./list.ts";

type LowerMethod = (receiver: Dynamic, call: Call) => Value;

/** Methods of lists that only the cluster knows. */
export const storedListMethods: Readonly<Record<string, LowerMethod>> = {
  some: (receiver, call) => walk(receiver, "exists", call),
  every: (receiver, call) => walk(receiver, "all", call),
  filter: (receiver, call) => walk(receiver, "filter", call),
  map: (receiver, call) => walk(receiver, "map", call),
  includes,
  join,
};

/** Names for the variable of a comprehension, by nesting; the author's own name is taken where it is plain. */
const variableNames = ["x", "y", "z"];

function walk(receiver: Dynamic, name: ComprehensionMethod, call: Call): Value {
  if (receiver.shape.kind !== "list") return refused;
  const { element } = receiver.shape;
  const { showable, typedInside } = receiver;
  const itemOf = (item: Expression): Value => dynamic(item, element, { showable, typedInside });
  return walkItems(receiver, name, { call, itemOf });
}

/** Walks the keys of a map, or a list; `itemOf` says what the callback gets for each. */
export function walkItems(
  receiver: Dynamic,
  name: ComprehensionMethod,
  { call, itemOf }: { readonly call: Call; readonly itemOf: (item: Expression) => Value },
): Value {
  const callback = callbackOf(call);
  if (callback === undefined) return refused;
  const { scope, node } = call;
  if (!receiver.walkable) return scope.refuse("walks-text", node, { text: node.getText() });
  const variable = freeVariable(nameOf(callback), scope.iterating);
  const span = scope.span(node);
  const inside = { ...call, scope: scope.nest(variable) };
  const answer = applyCallback(callback, itemOf(identifier(variable, span)), inside);
  if (answer.kind === "refused") return refused;
  const { expression: range, test } = rangeOf(receiver, variable);
  if (name === "map") return mapped(receiver, answer, { call, variable, range });
  const condition = conditionOf(answer, inside);
  if (condition === undefined) return refused;
  if (walksStored(condition)) return scope.refuse("nested-walk", node, { text: node.getText() });
  const body = test === undefined ? condition : narrowed(name, test, condition);
  const result = comprehension({ method: name, range, variable, body, ...boundOf(receiver), span });
  return name === "filter" ? { ...receiver, expression: result, small: true, typedInside: true } : dynamicBoolean(result);
}

/** A list that has been filtered or written out is known to be small; only its cost counts. */
function boundOf({ small, expression }: Dynamic): { readonly bound: number | undefined; readonly entries: number } {
  if (!small) return { bound: iterationLimit, entries: iterationLimit };
  return { bound: undefined, entries: expression.kind === "list" ? expression.elements.length : iterationLimit };
}

function walksStored(node: Expression): boolean {
  return some(node, (part) => part.kind === "comprehension" && part.bound !== undefined);
}

/** Entries of another type than the declared one are not there: `all` passes over them, `exists` and `filter` too. */
function narrowed(name: ComprehensionMethod, test: Expression, condition: Expression): Expression {
  if (name !== "all") return and(test, condition);
  return binary({ kind: "not", operand: test, span: test.span }, "||", condition, test.span);
}

function rangeOf(receiver: Dynamic, variable: string): { expression: Expression; test: Expression | undefined } {
  const { expression } = named({ ...receiver, expression: plain(receiver) }, receiver.path?.at(-1) ?? "list");
  const { shape } = receiver;
  if (receiver.typedInside || shape.kind !== "list") return { expression, test: undefined };
  return { expression, test: hasType(identifier(variable, expression.span), shape.element) };
}

function mapped(
  receiver: Dynamic,
  answer: Value,
  { call, variable, range }: { call: Call; variable: string; range: Expression },
): Value {
  const value = toDynamic(answer, call.node, call.scope);
  if (value === undefined) return refused;
  const mayBeAbsent = call.node.getType().getArrayElementType()?.isNullable() !== false;
  if (mayBeAbsent) return call.scope.refuse("not-a-value", call.node, { text: call.node.getText() });
  if (!receiver.typedInside) return call.scope.refuse("map-of-stored", call.node, { text: call.node.getText() });
  if (walksStored(value.expression)) return call.scope.refuse("nested-walk", call.node, { text: call.node.getText() });
  const span = call.scope.span(call.node);
  const expression = comprehension({ method: "map", range, variable, body: value.expression, ...boundOf(receiver), span });
  const order = receiver.order === "keys" ? "random" : receiver.order;
  return { ...receiver, expression, shape: { kind: "list", element: value.shape }, order, small: true, showable: value.showable };
}

/** `key`, also of `([key, value])`. */
function nameOf({ node }: FunctionValue): string | undefined {
  return /^\[?\s*(\w+)/.exec(node.getParameters()[0]?.getName() ?? "")?.[1];
}

/** The author's parameter, unless it is a pattern or would hide a name that CEL knows. */
function freeVariable(wanted: string | undefined, taken: readonly string[]): string {
  const isPlain = wanted !== undefined && /^[a-z][A-Za-z0-9]*$/.test(wanted) && !reservedWords.has(wanted);
  const candidates = [...(isPlain ? [wanted] : []), ...variableNames, ...variableNames.map((name) => `${name}2`)];
  return candidates.find((name) => !taken.includes(name) && !takenNames.has(name)) ?? `x${taken.length}`;
}

/** `list.includes(x)` -> `x in list`; CEL's `in` compares as `==` does. */
function includes(receiver: Dynamic, call: Call): Value {
  const { node, scope } = call;
  const argument = singleArgument(call);
  const value = argument === undefined ? refused : lowerExpression(argument, scope);
  if (value.kind === "static" && value.value === undefined) return after(walksOf(receiver), staticValue(false));
  const searched = toDynamic(value, node, scope);
  if (searched === undefined || receiver.shape.kind !== "list") return refused;
  if (!receiver.walkable) return scope.refuse("walks-text", node, { text: node.getText() });
  if (searched.shape.kind !== receiver.shape.element.kind)
    return scope.refuse("compares-objects", node, { text: node.getText() });
  const range = rangeOf(receiver, "x").expression;
  if (receiver.small) return found(value, binary(searched.expression, "in", range, scope.span(node)), call);
  return membership(range, { value, searched: searched.expression }, call);
}

/** A list of any size is walked like any other, within the limit. */
function membership(
  range: Expression,
  { value, searched }: { readonly value: Value; readonly searched: Expression },
  call: Call,
): Value {
  const span = call.scope.span(call.node);
  if (call.scope.iterating.length > 0) return call.scope.refuse("nested-walk", call.node, { text: call.node.getText() });
  const variable = freeVariable("x", call.scope.iterating);
  const body = binary(identifier(variable, span), "==", searched, span);
  return found(
    value,
    comprehension({ method: "exists", range, variable, body, bound: iterationLimit, entries: iterationLimit, span }),
    call,
  );
}

function found(value: Value, inList: Expression, call: Call): Value {
  return dynamicBoolean(value.kind === "dynamic" ? whereDefined(value, inList, call) : inList);
}

function join(receiver: Dynamic, call: Call): Value {
  const { node, scope } = call;
  const [argument] = call.arguments;
  const separator =
    argument === undefined
      ? literal(",", scope.span(node))
      : toDynamic(lowerExpression(argument, scope), node, scope)?.expression;
  if (separator === undefined || receiver.shape.kind !== "list") return refused;
  if (receiver.order !== "given") return scope.refuse("order-of-map", node, { text: node.getText() });
  if (receiver.shape.element.kind !== "string") return scope.refuse("not-text", node, { text: node.getText() });
  if (!receiver.typedInside) return scope.refuse("map-of-stored", node, { text: node.getText() });
  const text = method(plain(receiver), "join", [separator], scope.span(node));
  return dynamic(text, { kind: "string" }, { showable: receiver.showable });
}
