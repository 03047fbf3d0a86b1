import { anyDigit, dateProblems, dateText, isDateText, lateDateText } from "../../language/parse/date-in-text.ts";
import { numberTextLimit } from "../../language/parse/number-in-text.ts";
import { and, or } from "../../ir/expressions/boolean.ts";
import {
  type Expression,
  binary,
  call as celCall,
  conditional,
  demandThat,
  literal,
  local,
  method,
  not,
} from "../../ir/expression.ts";
import { setApart } from "../../ir/results.ts";
import { textSize } from "../../ir/expressions/text.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";
import { after } from "../evaluation-order.ts";
import { textOr, toDynamic } from "../expressions/coerce.ts";
import { isServerTime } from "../path.ts";
import type { Place } from "../scope.ts";
import { type Dynamic, type Value, dynamic, rejected, staticValue } from "../value.ts";
import { nameOf, shortText } from "./text-to-read.ts";

/** What CEL makes of the text that a date was read from. */
export interface Instant {
  readonly timestamp: Expression;
  /** bool: there is a date; undefined where there always is. */
  readonly isDate: Expression | undefined;
  /** It may have parts of a millisecond, which JavaScript cuts off. */
  readonly isFine: boolean;
}

const instants = new WeakMap<Expression, Instant>();

/** Where the milliseconds are those of a text, and nothing was done with them. */
export function instantOf(node: Expression): Instant | undefined {
  const known = instants.get(node);
  if (known !== undefined) return known;
  if (node.kind === "local") return instantOf(node.definition);
  return node.kind === "sequence" ? instantOf(node.then) : undefined;
}

/** The same instant, written otherwise. */
export function sameInstant(node: Expression, of: Expression): Expression {
  const instant = instantOf(of);
  if (instant !== undefined) instants.set(setApart(node), instant);
  return node;
}

/** The end of the year 9999. */
const lastMillisecond = 253_402_300_799_999;

/** `Date.parse(text)` */
export function lowerDateParse(call: CallSite): Value {
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : call.scope.lower(argument);
  return argument === undefined ? rejected : millisecondsOf(value, { node: argument, scope: call.scope });
}

/** Number: milliseconds since 1970, NaN where the text is no date. */
export function millisecondsOf(value: Value, place: Place): Value {
  const { node, scope } = place;
  if (value.kind === "rejected") return rejected;
  if (value.kind === "static" && typeof value.value === "string") {
    if (isDateText(value.value)) return staticValue(Date.parse(value.value));
    return scope.reject("unreadable-text", node, { text: node.getText(), what: "a date", example: "2026-01-31T12:00:00Z" });
  }
  const read = toDynamic(textOr(value, node, scope), node, scope);
  if (read === undefined) return rejected;
  if (read.shape.kind !== "string") return scope.reject("not-a-value", node, { text: node.getText() });
  const isCertain = isServerTime(read) && read.presence.kind === "always";
  return isCertain ? ofServer(read) : ofText(read);
}

/** Whole seconds in UTC. */
function ofServer({ expression }: Dynamic): Value {
  const { span } = expression;
  const timestamp = celCall("timestamp", [expression], span);
  const milliseconds = binary(celCall("int", [timestamp], span), "*", literal(1000, span), span);
  instants.set(setApart(milliseconds), { timestamp, isDate: undefined, isFine: false });
  return dynamic(milliseconds, { kind: "number" }, { wholeUpTo: lastMillisecond });
}

function ofText(read: Dynamic): Value {
  const { text, name, demands } = shortText(read, { most: numberTextLimit, problem: dateProblems.long });
  const { span } = text;
  const matches = (pattern: string): Expression => method(text, "matches", [literal(pattern, span)], span);
  const isDate = local(nameOf("isDate", name), and(matches(dateText), not(matches(lateDateText), span), span), "compiler");
  const isDay = binary(textSize(text, span), "==", literal("2026-01-31".length, span), span);
  const whole = conditional(isDay, [binary(text, "+", literal("T00:00:00Z", span), span), text], span);
  const timestamp = celCall("timestamp", [whole], span);
  const seconds = binary(celCall("int", [timestamp], span), "*", literal(1000, span), span);
  const exact = binary(seconds, "+", method(timestamp, "getMilliseconds", [], span), span);
  const milliseconds = conditional(isDate, [celCall("double", [exact], span), notANumber(text)], span);
  instants.set(setApart(milliseconds), { timestamp, isDate, isFine: true });
  const isReadable = or(isDate, not(matches(anyDigit), span), span);
  return after([...demands, demandThat(isReadable, dateProblems.form)], dynamic(milliseconds, { kind: "number" }));
}

export const notANumber = ({ span }: Expression): Expression => celCall("double", [literal("NaN", span)], span);
