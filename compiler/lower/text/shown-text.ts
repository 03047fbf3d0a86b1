import { nameLimit, showLimit } from "../../language/limits.ts";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, conditional, literal, method } from "../../ir/expression.ts";
import { textSize } from "../../ir/expressions/text.ts";
import { named, toDynamic } from "../expressions/coerce.ts";
import { type Value, dynamicText, rejected, staticValue } from "../value.ts";
import type { CallSite } from "../calls/call.ts";
import { asText } from "../numbers/number-text.ts";
import { showable } from "../../language/values.ts";

function argumentOf(call: CallSite): Value {
  const [node] = call.arguments;
  return node === undefined ? rejected : call.scope.lower(node);
}

export function lowerShow(call: CallSite): Value {
  const value = argumentOf(call);
  if (value.kind === "rejected") return rejected;
  const text = asText(value, { node: call.node, scope: call.scope });
  const isText =
    value.kind === "dynamic" ? value.shape.kind === "string" : value.kind === "static" && typeof value.value === "string";
  if (!isText) return text;
  if (text.kind === "static" && showable.test(String(text.value))) return staticValue(`"${String(text.value)}"`);
  const stored = toDynamic(text, call.node, call.scope);
  return stored === undefined
    ? rejected
    : dynamicText(shown(named(stored, "shown").expression, call), { showable: true, ascii: true });
}

const plainPattern = `^[A-Za-z0-9.:_@-]*$`;

export function lowerPlainName(call: CallSite): Value {
  const value = argumentOf(call);
  if (value.kind === "rejected" || (value.kind === "dynamic" && value.showable)) return value;
  if (value.kind === "static" && isPlainName(value.value)) return value;
  const stored = toDynamic(value, call.node, call.scope);
  if (stored === undefined) return rejected;
  const { expression } = named(stored, "name");
  const span = call.scope.span(call.node);
  const isShort = binary(textSize(expression, span), "<=", literal(nameLimit, span), span);
  const isPlain = and(isShort, method(expression, "matches", [literal(plainPattern, span)], span));
  const text = conditional(isPlain, [expression, literal("(a name that cannot be shown)", span)], span);
  return dynamicText(text, { showable: true, ascii: true });
}

function isPlainName(value: unknown): boolean {
  return typeof value === "string" && value.length <= nameLimit && new RegExp(plainPattern).test(value);
}

/** The size is asked first: matching a pattern costs by the length of the text. */
function shown(text: Expression, call: CallSite): Expression {
  const span = call.scope.span(call.node);
  const isShort = binary(textSize(text, span), "<=", literal(showLimit, span), span);
  const isPrintable = method(text, "matches", [literal("^[ -~]*$", span)], span);
  const quoted = binary(binary(literal('"', span), "+", text, span), "+", literal('"', span), span);
  return conditional(and(isShort, isPrintable), [quoted, literal("(a value that cannot be shown)", span)], span);
}
