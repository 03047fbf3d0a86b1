import {
  type Expression,
  binary,
  call as celCall,
  conditional,
  doubleLiteral,
  literal,
  local,
  method,
} from "../../ir/expression.ts";
import { textSize } from "../../ir/expressions/text.ts";
import type { Span } from "../../diagnostics/span.ts";
import { named, textOr, toDynamic } from "../expressions/coerce.ts";
import { ownField } from "../path.ts";
import { type Value, dynamic, rejected, staticValue } from "../value.ts";
import type { CallSite } from "../calls/call.ts";

/** JavaScript's white space, as `trim` has it, and what of it is ASCII. */
const space = "[\\t-\\r\\pZ\\x{FEFF}]*";
const asciiSpace = "[\\t-\\r ]*";

/** Digits of which a double holds any number: 1e309 is more than it can. */
const mostDigits = 308;

/**
 * `parseInt(text, 10)`: the digits that the text begins with, as a double; NaN where it begins with none, `Infinity`
 * where there are more than a double holds. Without the 10 JavaScript reads `0x1f` as well, which CEL cannot.
 */
export function lowerParseInt(call: CallSite): Value {
  const { node, scope } = call;
  const [text, radix] = call.arguments;
  const base = radix === undefined ? undefined : scope.lower(radix);
  if (text === undefined || base?.kind !== "static" || base.value !== 10)
    return base?.kind === "rejected" ? rejected : scope.reject("reads-numbers", node, { text: node.getText() });
  const value = textOr(scope.lower(text), text, scope);
  if (value.kind === "static") return staticValue(parseInt(String(value.value), 10));
  const read = toDynamic(value, text, scope);
  if (read === undefined) return rejected;
  if (read.shape.kind !== "string") return scope.reject("not-a-value", node, { text: node.getText() });
  const name = ownField(read.path) ?? "text";
  const span = scope.span(node);
  const found = method(
    named(read, name).expression,
    "find",
    [literal(`^${read.ascii ? asciiSpace : space}[-+]?[0-9]+`, span)],
    span,
  );
  const digits = local(`${name}Digits`, method(found, "find", [literal("[-+]?[0-9]+$", span)], span), "compiler");
  return dynamic(numberOf(digits, span), { kind: "number" });
}

function numberOf(digits: Expression, span: Span): Expression {
  const divided = (by: number): Expression => binary(doubleLiteral(by, span), "/", doubleLiteral(0, span), span);
  const significant = method(digits, "find", [literal("[1-9][0-9]*", span)], span);
  const isLarge = binary(textSize(significant, span), ">", literal(mostDigits, span), span);
  const isNegative = method(digits, "startsWith", [literal("-", span)], span);
  const infinite = conditional(isNegative, [divided(-1), divided(1)], span);
  const whole = conditional(isLarge, [infinite, celCall("double", [digits], span)], span);
  return conditional(binary(digits, "==", literal("", span), span), [divided(0), whole], span);
}
