import { nameLimit, showLimit } from "../../language/limits.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, conditional, literal, method } from "../../ir/expression.ts";
import { whereAscii } from "../../ir/expressions/shown-text.ts";
import { textSize } from "../../ir/expressions/text.ts";
import { choose, presenceOf } from "../expressions/choose.ts";
import { named, orDefault, textOr, toDynamic } from "../expressions/coerce.ts";
import { type Dynamic, type Value, dynamicText, mayBeAbsent, rejected, staticValue } from "../value.ts";
import { nameOfPath } from "../path.ts";
import type { CallSite } from "../calls/call.ts";
import { absentText } from "./absent-text.ts";
import { printed } from "./printed.ts";
import { showable } from "../../language/values.ts";

function argumentOf(call: CallSite): Value {
  const [node] = call.arguments;
  return node === undefined ? rejected : call.scope.lower(node);
}

export function lowerShow(call: CallSite): Value {
  const value = argumentOf(call);
  if (value.kind === "rejected") return rejected;
  const place = { node: call.arguments[0] ?? call.node, scope: call.scope };
  if (value.kind === "dynamic" && value.shape.kind === "string" && mayBeAbsent(value))
    return choose(
      presenceOf(value),
      [quoted(orDefault(value), call, nameOf(value)), absentText("its name", value, place)],
      place,
    );
  const text = printed(value, place);
  const isText =
    value.kind === "dynamic" ? value.shape.kind === "string" : value.kind === "static" && typeof value.value === "string";
  if (!isText) return text;
  if (text.kind === "static" && showable.test(String(text.value))) return staticValue(`"${String(text.value)}"`);
  const stored = toDynamic(text, call.node, call.scope);
  return stored === undefined ? rejected : quoted(stored, call, nameOf(value));
}

function quoted(text: Dynamic, call: CallSite, name = "shown"): Dynamic {
  return dynamicText(shown(named(text, name).expression, call), { showable: true, ascii: true });
}

/** The field that it is. */
const nameOf = (value: Value): string | undefined => (value.kind === "dynamic" ? nameOfPath(value.path) : undefined);

const plainPattern = `^[A-Za-z0-9.:_@-]*$`;

export function lowerPlainName(call: CallSite): Value {
  const value = textOr(argumentOf(call), call.node, call.scope);
  if (value.kind === "rejected" || (value.kind === "dynamic" && value.showable)) return value;
  if (value.kind === "static" && isPlainName(value.value)) return value;
  const stored = toDynamic(value, call.node, call.scope);
  if (stored === undefined) return rejected;
  const { expression } = named(stored, nameOf(value) ?? "name");
  const span = call.scope.span(call.node);
  const isShort = binary(textSize(expression, span), "<=", literal(nameLimit, span), span);
  const isPlain = and(isShort, method(expression, "matches", [literal(plainPattern, span)], span));
  const text = conditional(isPlain, [expression, literal("(a name that cannot be shown)", span)], span);
  return dynamicText(text, { showable: true, ascii: true });
}

function isPlainName(value: unknown): boolean {
  return typeof value === "string" && value.length <= nameLimit && new RegExp(plainPattern).test(value);
}

function shown(text: Expression, { scope, node }: CallSite): Expression {
  const span = scope.span(node);
  return whereAscii(text, showLimit, binary(binary(literal('"', span), "+", text, span), "+", literal('"', span), span));
}
