import { type Expression, literal, method } from "../../../ir/expression.ts";
import { choose } from "../../expressions/choose.ts";
import { toDynamic } from "../../expressions/coerce.ts";
import { iterations } from "../../evaluation-order.ts";
import { type Dynamic, type Value, dynamicBoolean, dynamicText, rejected, staticValue } from "../../value.ts";
import type { CallSite } from "../../calls/call.ts";
import { countsCharacters } from "../text-rejections.ts";

/** `text.replace("a", "b")`: the first one only. */
export function replaceFirst(text: Dynamic, args: readonly Value[], call: CallSite): Value {
  return replaced(text, args, { call, most: [literal(1, call.scope.span(call.node))] });
}

/** Between any two characters is an empty text, and TypeScript finds one inside of some. */
export function replaceAll(text: Dynamic, args: readonly Value[], call: CallSite): Value {
  const [part] = args;
  if (part?.kind === "static" && part.value === "" && !text.ascii) return countsCharacters(text, [], call);
  return replaced(text, args, { call, most: [] });
}

interface Replacing {
  readonly call: CallSite;
  readonly most: readonly Expression[];
}

function replaced(text: Dynamic, [part = rejected, by = rejected]: readonly Value[], { call, most }: Replacing): Value {
  const { node, scope } = call;
  if (part.kind !== "static" || typeof part.value !== "string")
    return scope.reject("unknown-separator", node, { text: node.getText() });
  const replacement = replacementOf(by, part.value, call);
  const [old, other] = [part, replacement].map((value) => toDynamic(value, node, scope));
  if (old === undefined || other === undefined) return rejected;
  const span = scope.span(node);
  const known = { ascii: text.ascii && other.ascii, showable: text.showable && other.showable };
  const whole = dynamicText(method(text.expression, "replace", [old.expression, other.expression, ...most], span), known);
  return iterations(replacement) ? whereFound(old.expression, [whole, text], call) : whole;
}

/** A function that gives the replacement is called only where there is something to replace. */
function whereFound(part: Expression, branches: readonly [Dynamic, Dynamic], { node, scope }: CallSite): Value {
  const [, text] = branches;
  return choose(dynamicBoolean(method(text.expression, "contains", [part], scope.span(node))), branches, { node, scope });
}

/** JavaScript reads `$&` and its like in a replacement, unless a function gives it. */
function replacementOf(by: Value, part: string, { node, scope }: CallSite): Value {
  if (by.kind === "function") return scope.call(by, [staticValue(part)], node);
  const isKnown = by.kind === "static" && typeof by.value === "string" && !/\$[`']/.test(by.value.replaceAll("$$", ""));
  if (!isKnown) return scope.reject("replacement-pattern", node, { text: node.getText() });
  return staticValue(by.value.replaceAll(/\$([$&])/g, (_, sign) => (sign === "$" ? "$" : part)));
}
