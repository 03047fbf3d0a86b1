import { type Expression, binary, conditional, literal, local, method } from "../../ir/expression.ts";
import { isAscii, joinText } from "../../ir/expressions/text.ts";
import { named } from "../expressions/coerce.ts";
import { nameOfPath } from "../path.ts";
import { type Dynamic, type Value, dynamicText, rejected, staticText, staticValue } from "../value.ts";
import type { CallSite } from "../calls/call.ts";
import { lengthOfText } from "./text-length.ts";

/** A text of the cluster is written out so often, and padded to so many characters; more reads badly. */
const mostCopies = 16;
const longestPadding = 128;

/** `text.repeat(3)` is `x + x + x`. */
export function repeat(text: Dynamic, [count = rejected]: readonly Value[], call: CallSite): Value {
  const copies = wholeOf(count);
  if (copies === undefined || copies < 0 || copies > mostCopies) return rejectCount(call, mostCopies);
  if (copies === 0) return staticValue("");
  const { expression } = named(text, nameOfPath(text.path) ?? "text");
  const { ascii, showable } = text;
  return dynamicText(joinText(Array.from({ length: copies }, () => expression)), { ascii, showable });
}

/** `text.padStart(5, "0")` is `size(x) >= 5 ? x : '00000'.substring(0, 5 - size(x)) + x`. */
export function pad(side: "start" | "end"): (text: Dynamic, args: readonly Value[], call: CallSite) => Value {
  return (text, [to = rejected, by = staticValue(" ")], call) => {
    const length = wholeOf(to);
    const filling = staticText(by);
    if (length === undefined || length > longestPadding) return rejectCount(call, longestPadding);
    if (filling === undefined || !isAscii(filling)) return rejectFilling(call);
    if (length <= 0 || filling === "") return text;
    return padded(text, filling.repeat(Math.ceil(length / filling.length)).slice(0, length), { side, call });
  };
}

interface Padding {
  readonly side: "start" | "end";
  readonly call: CallSite;
}

function padded(text: Dynamic, filling: string, { side, call }: Padding): Value {
  const name = nameOfPath(text.path) ?? "text";
  const { expression } = named(text, name);
  const { span } = expression;
  const counted = lengthOfText({ ...text, expression }, call);
  if (counted.kind !== "dynamic") return rejected;
  const length = counted.expression.kind === "call" ? counted.expression : local("length", counted.expression, "compiler");
  const most = literal(filling.length, span);
  const missing = binary(most, "-", length, span);
  const added: Expression = method(literal(filling, span), "substring", [literal(0, span), missing], span);
  const whole = side === "start" ? binary(added, "+", expression, span) : binary(expression, "+", added, span);
  const { ascii, showable } = text;
  return dynamicText(conditional(binary(length, ">=", most, span), [expression, whole], span), { ascii, showable });
}

/** As JavaScript takes a number of characters. */
function wholeOf(count: Value): number | undefined {
  return count.kind === "static" && typeof count.value === "number" ? Math.trunc(count.value) : undefined;
}

function rejectCount({ node, scope }: CallSite, most: number): Value {
  return scope.reject("unknown-count", node, { text: node.getText(), most: String(most) });
}

function rejectFilling({ node, scope }: CallSite): Value {
  const [, filling = node] = node.getArguments();
  return scope.reject("unknown-count", filling, { text: filling.getText(), most: String(longestPadding) });
}
