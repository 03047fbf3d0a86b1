import { method, literal } from "../../ir/expression.ts";
import { type Dynamic, type Value, dynamicText } from "../value.ts";
import type { CallSite } from "../calls/call.ts";

/**
 * JavaScript's white space (ECMA-262, WhiteSpace and LineTerminator): U+FEFF is, U+0085 is not, other than for CEL's `trim`.
 * Of ASCII both take the same.
 */
const others = "[^\\t-\\r\\pZ\\x{FEFF}]";

export function trim(text: Dynamic, _: readonly Value[], call: CallSite): Value {
  if (!text.ascii) return found(text, `${others}((?s:.*)${others})?`, call);
  const trimmed = method(text.expression, "trim", [], call.scope.span(call.node));
  return dynamicText(trimmed, { ascii: true, showable: text.showable });
}

export function trimStart(text: Dynamic, _: readonly Value[], call: CallSite): Value {
  return found(text, `${others}(?s:.*)`, call);
}

export function trimEnd(text: Dynamic, _: readonly Value[], call: CallSite): Value {
  return found(text, `(?s:.*)${others}`, call);
}

/** The first match, which takes as much as it can; nothing where all is white space. */
function found({ expression, ascii, showable }: Dynamic, pattern: string, { node, scope }: CallSite): Value {
  const span = scope.span(node);
  return dynamicText(method(expression, "find", [literal(pattern, span)], span), { ascii, showable });
}
