import { method } from "../../ir/expression.ts";
import { toDynamic } from "../coerce.ts";
import { lowerExpression } from "../expression.ts";
import { type StaticValue, type Value, dynamic, dynamicBoolean, listValue, refused, staticValue } from "../value.ts";
import { singleArgument } from "./argument.ts";
import type { Call } from "./index.ts";

type LowerMethod = (receiver: Value, call: Call) => Value;

/** Methods of text that mean the same on UTF-16 units and on code points. */
export const textMethods: Readonly<Record<string, LowerMethod>> = {
  startsWith: test("startsWith", (text, argument) => text.startsWith(argument)),
  endsWith: test("endsWith", (text, argument) => text.endsWith(argument)),
  includes: test("contains", (text, argument) => text.includes(argument)),
  split,
  match: withPattern,
  matchAll: withPattern,
  replace: withPattern,
  replaceAll: withPattern,
  search: withPattern,
  toLowerCase: onKnownText((text) => text.toLowerCase()),
  toUpperCase: onKnownText((text) => text.toUpperCase()),
  trim: onKnownText((text) => text.trim()),
};

function test(celName: string, evaluate: (text: string, argument: string) => boolean): LowerMethod {
  return (receiver, call) => {
    const argument = argumentOf(call);
    if (argument.kind === "refused") return refused;
    if (isText(receiver) && isText(argument)) return staticValue(evaluate(receiver.value, argument.value));
    const [text, other] = [toDynamic(receiver, call.node, call.scope), toDynamic(argument, call.node, call.scope)];
    if (text === undefined || other === undefined) return refused;
    return dynamicBoolean(method(text.expression, celName, [other.expression], call.scope.span(call.node)));
  };
}

/** JavaScript and CEL agree on separators of one character or more; `split("")` would count characters. */
function split(receiver: Value, call: Call): Value {
  const separator = argumentOf(call);
  if (separator.kind === "refused") return refused;
  if (!isText(separator) || separator.value === "") {
    return call.scope.refuse("unknown-separator", call.node, { text: call.node.getText() });
  }
  if (isText(receiver)) return listValue(receiver.value.split(separator.value).map(staticValue));
  const text = toDynamic(receiver, call.node, call.scope);
  const by = toDynamic(separator, call.node, call.scope);
  if (text === undefined || by === undefined) return refused;
  const parts = method(text.expression, "split", [by.expression], call.scope.span(call.node));
  // What may stand in a message is short; any other text may have a million parts, more than CEL can walk.
  const { showable } = text;
  return dynamic(parts, { kind: "list", element: { kind: "string" } }, { showable, small: showable, walkable: showable });
}

/** What else JavaScript does with patterns. */
function withPattern(_: Value, { node, scope }: Call): Value {
  const callee = node.getExpression();
  return scope.refuse("asks-more-of-pattern", callee, { text: callee.getText() });
}

/** Alphabets differ between JavaScript and CEL, so these are for text that the compiler knows. */
function onKnownText(evaluate: (text: string) => string): LowerMethod {
  return (receiver, { node, scope }) => {
    if (isText(receiver)) return staticValue(evaluate(receiver.value));
    return scope.refuse("knows-alphabets", node.getExpression(), { text: node.getText() });
  };
}

function argumentOf(call: Call): Value {
  const argument = singleArgument(call);
  return argument === undefined ? refused : lowerExpression(argument, call.scope);
}

function isText(value: Value): value is StaticValue & { readonly value: string } {
  return value.kind === "static" && typeof value.value === "string";
}
