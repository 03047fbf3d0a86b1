import type { Span } from "../../../diagnostics/span.ts";
import { type Expression, binary, conditional, literal, method } from "../../../ir/expression.ts";
import { placeInText, textSize } from "../../../ir/expressions/text.ts";
import { identity } from "../../../ir/expressions/identity.ts";
import { named, toDynamic } from "../../expressions/coerce.ts";
import { afterIterating } from "../../evaluation-order.ts";
import { nameOfPath } from "../../path.ts";
import { maxCharacters } from "../text-length.ts";
import { type Dynamic, type Value, dynamic, dynamicText, rejected, staticValue } from "../../value.ts";
import type { CallSite } from "../../calls/call.ts";
import { notNegative, positionOf, within } from "./text-limits.ts";
import { countsCharacters } from "../text-rejections.ts";

/**
 * `text.indexOf(part, from)`: `size(x) < 1 ? -1 : x.indexOf('-')`. CEL of Kubernetes 1.30 fails where the search would
 * begin at the end of the text or behind it, so with empty text, too (measured on 1.30.14; 1.37.1 says -1).
 */
export function textIndexOf(text: Dynamic, [part = rejected, from]: readonly Value[], call: CallSite): Value {
  if (!text.ascii) return placeOf(text, [part, from], { call, find: textIndexOf });
  const asked = searching(text, part, call);
  const start = from === undefined ? 0 : positionOf(from, call);
  if (asked === undefined || start === undefined) return rejected;
  const { whole, searched, size, least, span } = asked;
  const isFromStart = typeof start === "number" && start <= 0;
  // Of a text that has been worked out anyway.
  if (isNothing(searched))
    return afterIterating([text], position(isFromStart ? literal(0, span) : within(start, size, { fromEnd: false, span })));
  const at = notNegative(start, span);
  const left = isFromStart ? size : binary(size, "-", at, span);
  const found = placeInText(whole, "indexOf", isFromStart ? [searched] : [searched, at], span);
  const nowhere = isFromStart || searched.kind === "literal" ? literal(-1, span) : behindTheEnd(searched, size);
  return position(conditional(binary(left, "<", least, span), [nowhere, found], span));
}

/** JavaScript finds the empty text at the end where the search would begin behind it. */
function behindTheEnd(searched: Expression, size: Expression): Expression {
  const { span } = searched;
  return conditional(binary(searched, "==", literal("", span), span), [size, literal(-1, span)], span);
}

export function lastIndexOf(text: Dynamic, [part = rejected]: readonly Value[], call: CallSite): Value {
  if (!text.ascii) return placeOf(text, [part], { call, find: lastIndexOf });
  const asked = searching(text, part, call);
  if (asked === undefined) return rejected;
  const { whole, searched, size, least, span } = asked;
  if (isNothing(searched)) return position(size);
  const last = placeInText(whole, "lastIndexOf", [searched], span);
  return position(conditional(binary(size, "<", least, span), [literal(-1, span), last], span));
}

/**
 * A place in any text, of a constant: found by CEL where TypeScript finds it, and counted otherwise. The search may begin
 * at another place in the same text.
 */
function placeOf(text: Dynamic, [part = rejected, from]: readonly (Value | undefined)[], { call, find }: Finding): Value {
  const searched = part.kind === "static" ? part.value : undefined;
  if (typeof searched !== "string" || searched === "") return countsCharacters(text, [], call);
  const { expression: whole } = named(text, nameOfPath(text.path) ?? "text");
  const { span } = whole;
  const found = foundFrom(from, { whole, searched }, { call, find });
  if (found === undefined) return countsCharacters(text, [], call);
  const { expression } = named(dynamic(found, { kind: "number" }), "position");
  const isFound = from === undefined ? method(whole, "contains", [literal(searched, span)], span) : undefined;
  const isPlain = (searched.codePointAt(0) ?? 0) < 0x1_0000;
  return { kind: "position", expression, added: 0, text: identity(whole), isPlain, isFound, node: call.node };
}

interface Finding {
  readonly call: CallSite;
  readonly find: typeof textIndexOf;
}

interface Searched {
  readonly whole: Expression;
  readonly searched: string;
}

/** Undefined where the search would begin at a counted place. */
function foundFrom(from: Value | undefined, { whole, searched }: Searched, { call, find }: Finding): Expression | undefined {
  if (from === undefined || (from.kind === "static" && from.value === 0))
    return foundIn(whole, searched, find === lastIndexOf ? "lastIndexOf" : "indexOf");
  if (from.kind !== "position" || from.isThere !== undefined || from.text !== identity(whole)) return undefined;
  const start = dynamic(from.expression, { kind: "number" }, { wholeUpTo: maxCharacters });
  const found = find(dynamicText(whole, { ascii: true }), [staticValue(searched), start], call);
  return found.kind === "dynamic" ? found.expression : undefined;
}

/** Whether a text of one character is in another costs less to ask than how long that is. */
function foundIn(whole: Expression, searched: string, name: "indexOf" | "lastIndexOf"): Expression {
  const { span } = whole;
  const least = Array.from(searched).length;
  const size = textSize(whole, span);
  const isShort = least === 1 ? binary(whole, "==", literal("", span), span) : binary(size, "<", literal(least, span), span);
  return conditional(isShort, [literal(-1, span), placeInText(whole, name, [literal(searched, span)], span)], span);
}

/** What is searched for what, and the lengths of both. */
interface Searching {
  readonly whole: Expression;
  readonly size: Expression;
  readonly searched: Expression;
  readonly least: Expression;
  readonly span: Span;
}

function searching(text: Dynamic, part: Value, call: CallSite): Searching | undefined {
  if (!text.ascii) {
    countsCharacters(text, [], call);
    return undefined;
  }
  const lowered = toDynamic(part, call.node, call.scope);
  if (lowered === undefined) return undefined;
  const span = call.scope.span(call.node);
  const whole = named(text, nameOfPath(text.path) ?? "text").expression;
  const searched = named(lowered, "searched").expression;
  return { whole, searched, size: textSize(whole, span), least: sizeOf(searched), span };
}

function isNothing(searched: Expression): boolean {
  return searched.kind === "literal" && searched.value === "";
}

function sizeOf(text: Expression): Expression {
  if (text.kind === "literal") return literal(Array.from(String(text.value)).length, text.span);
  return textSize(text, text.span);
}

function position(expression: Expression): Value {
  return dynamic(expression, { kind: "number" }, { wholeUpTo: maxCharacters });
}
