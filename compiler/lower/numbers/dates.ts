import type { NewExpression, Expression as TypeScriptExpression } from "ts-morph";
import { dateProblems } from "../../language/parse/date-in-text.ts";
import { and } from "../../ir/expressions/boolean.ts";
import {
  type BinaryOperator,
  type Expression,
  binary,
  call as celCall,
  conditional,
  demandThat,
  doubleLiteral,
  literal,
  method,
} from "../../ir/expression.ts";
import type { OpaqueShape } from "../../api/shape.ts";
import { joinText } from "../../ir/expressions/text.ts";
import type { CallSite } from "../calls/call.ts";
import { after } from "../evaluation-order.ts";
import { asDouble } from "../expressions/presence.ts";
import type { Scope } from "../scope.ts";
import { type Dynamic, type Value, dynamic, dynamicText, mayBeAbsent, rejected, staticValue } from "../value.ts";
import { type Instant, instantOf, millisecondsOf, notANumber, sameInstant } from "./date-in-text.ts";

export type DateValue = Dynamic & { readonly shape: OpaqueShape };

/** A date is its milliseconds in CEL, a double: NaN where it is none. */
export const isDate = (value: Value): value is DateValue =>
  value.kind === "dynamic" && value.shape.kind === "opaque" && value.shape.type === "date";

const dateOf = (milliseconds: Expression): Dynamic => dynamic(milliseconds, { kind: "opaque", type: "date" });

/** Of a date that is there. */
export const asNumber = ({ expression }: Dynamic): Dynamic => dynamic(expression, { kind: "number" });

/** `new Date(text)`, `new Date(milliseconds)`, `new Date(date)` */
export function lowerNewDate(node: NewExpression, scope: Scope): Value {
  const [argument, ...others] = node.getArguments() as TypeScriptExpression[];
  if (argument === undefined) return scope.reject("needs-the-time", node, { text: node.getText() });
  if (others.length > 0) {
    return scope.reject("needs-the-time-zone", node, { text: node.getText(), help: "write `new Date(Date.UTC(2026, 0, 31))`" });
  }
  const value = scope.lower(argument);
  if (isDate(value)) return value;
  const isNumber =
    value.kind === "dynamic" ? value.shape.kind === "number" : value.kind === "static" && typeof value.value === "number";
  const milliseconds = isNumber ? value : millisecondsOf(value, { node: argument, scope });
  if (milliseconds.kind === "static") return dateOf(doubleLiteral(Number(milliseconds.value), scope.span(node)));
  if (milliseconds.kind !== "dynamic") return rejected;
  if (mayBeAbsent(milliseconds) || largestOf(milliseconds.expression) > mostMilliseconds)
    return scope.reject("inexact-arithmetic", node, { text: node.getText() });
  return dateOf(sameInstant(asDouble(milliseconds.expression), milliseconds.expression));
}

/** Beyond them JavaScript has no date. */
const mostMilliseconds = 8.64e15;

/** Of dates, whole numbers, and sums of them. */
function largestOf(node: Expression): number {
  if (instantOf(node) !== undefined) return 1e15;
  if (node.kind === "local") return largestOf(node.definition);
  if (node.kind === "sequence") return largestOf(node.then);
  if (node.kind === "literal") return Number.isInteger(node.value) ? Math.abs(Number(node.value)) : Infinity;
  if (node.kind === "call" && node.function === "double" && node.arguments[0] !== undefined) return largestOf(node.arguments[0]);
  const isSum = node.kind === "binary" && (node.operator === "+" || node.operator === "-");
  return isSum ? largestOf(node.left) + largestOf(node.right) : Infinity;
}

/** `Date.UTC(2026, 0, 31)` of numbers that the compiler knows. */
export function lowerDateUTC({ node, scope, arguments: args }: CallSite): Value {
  const values = args.map((argument) => scope.lower(argument));
  if (values.some(({ kind }) => kind === "rejected")) return rejected;
  const numbers = values.flatMap((value) => (value.kind === "static" && typeof value.value === "number" ? [value.value] : []));
  const milliseconds = Date.UTC(...(numbers as [number]));
  if (numbers.length < values.length || Number.isNaN(milliseconds))
    return scope.reject("not-a-value", node, { text: node.getText() });
  return staticValue(milliseconds);
}

type LowerMethod = (receiver: Expression, call: CallSite) => Value;

/** CEL's own names of what the getters of JavaScript give. */
const getters: Readonly<Record<string, string>> = {
  getUTCFullYear: "getFullYear",
  getUTCMonth: "getMonth",
  getUTCDate: "getDate",
  getUTCDay: "getDayOfWeek",
  getUTCHours: "getHours",
  getUTCMinutes: "getMinutes",
  getUTCSeconds: "getSeconds",
  getUTCMilliseconds: "getMilliseconds",
};

const time: LowerMethod = (date) => {
  const known = knownOf(date);
  return known === undefined ? dynamic(date, { kind: "number" }) : staticValue(known);
};

export const dateMethods: Readonly<Record<string, LowerMethod>> = {
  getTime: time,
  valueOf: time,
  toISOString: printed("throws"),
  toJSON: printed("null"),
  ...Object.fromEntries(Object.entries(getters).map(([name, celName]) => [name, getter(name, celName)])),
};

const localParts: ReadonlySet<string> = new Set(Object.keys(getters).map((name) => name.replace("UTC", "")));

/** Any other method of a date. */
export function rejectDateMethod(name: string, { node, scope }: CallSite): Value {
  const callee = node.getExpression();
  if (!localParts.has(name)) return scope.reject("unknown-method", callee, { name });
  return scope.reject("needs-the-time-zone", callee, {
    text: callee.getText(),
    help: `write \`${name.replace("get", "getUTC")}()\``,
  });
}

function knownOf(date: Expression): number | undefined {
  if (date.kind === "local") return knownOf(date.definition);
  return date.kind === "literal" ? Number(date.value) : undefined;
}

function getter(name: string, celName: string): LowerMethod {
  return (date, call) => {
    const known = knownOf(date);
    if (known !== undefined) return staticValue((new Date(known) as unknown as Record<string, () => number>)[name]?.());
    const instant = instantOf(date);
    if (instant === undefined) return rejectParts(call);
    const part = method(instant.timestamp, celName, [], date.span);
    if (instant.isDate === undefined) return dynamic(part, { kind: "number" }, { wholeUpTo: 9999 });
    const { span } = date;
    const number = conditional(instant.isDate, [celCall("double", [part], span), notANumber(date)], span);
    return after(before(date), dynamic(number, { kind: "number" }));
  };
}

function rejectParts({ node, scope }: CallSite): Value {
  return scope.reject("parts-of-date", node, { text: node.getText() });
}

/** What has to be asked before the date is read. */
function before(date: Expression): readonly Expression[] {
  if (date.kind === "local") return before(date.definition);
  return date.kind === "sequence" ? [date.first, ...before(date.then)] : [];
}

/** `date.toISOString()`, which throws where there is none, and `date.toJSON()`, which is null there. */
function printed(whereNone: "throws" | "null"): LowerMethod {
  return (date, call) => {
    const known = knownOf(date);
    if (known !== undefined) return staticValue(new Date(known).toISOString());
    const instant = instantOf(date);
    if (instant === undefined) return rejectParts(call);
    const { isDate: isThere } = instant;
    const plain = { ascii: true, showable: true };
    if (isThere === undefined) return dynamicText(textOf(instant), plain);
    const shown = conditional(isThere, [textOf(instant), literal("", date.span)], date.span);
    if (whereNone === "null")
      return after(
        before(date),
        dynamicText(shown, { ...plain, presence: { kind: "guarded", guard: isThere }, isNull: "where absent" }),
      );
    return after([...before(date), demandThat(isThere, dateProblems.none)], dynamicText(shown, plain));
  };
}

/** In UTC, with three digits of the second. */
function textOf({ timestamp, isFine }: Instant): Expression {
  const { span } = timestamp;
  const second = celCall("timestamp", [celCall("int", [timestamp], span)], span);
  const text = method(celCall("string", [second], span), "substring", [literal(0, span), literal(19, span)], span);
  if (!isFine) return joinText([text, literal(".000Z", span)]);
  const thousand = binary(literal(1000, span), "+", method(timestamp, "getMilliseconds", [], span), span);
  const digits = method(celCall("string", [thousand], span), "substring", [literal(1, span)], span);
  return joinText([text, literal(".", span), digits, literal("Z", span)]);
}

/** bool: `a < b` of two dates, or of one and a number that the compiler knows, as timestamps; undefined elsewhere. */
export function orderDates(a: Expression, operator: BinaryOperator, b: Expression): Expression | undefined {
  const [left, right] = [instantOf(a) ?? constant(a), instantOf(b) ?? constant(b)];
  if (left === undefined || right === undefined || (instantOf(a) ?? instantOf(b)) === undefined) return undefined;
  // Parts of a millisecond do not tell where the other side has none and is the one that has to be reached.
  const whole = operator === "<" || operator === ">=" ? right : left;
  if (whole.isFine) return undefined;
  const ordered = binary(left.timestamp, operator, right.timestamp, a.span);
  return [left.isDate, right.isDate].reduceRight(
    (rest: Expression, isThere) => (isThere === undefined ? rest : and(isThere, rest)),
    ordered,
  );
}

function constant(node: Expression): Instant | undefined {
  const known = knownOf(node);
  if (known === undefined || !Number.isInteger(known) || Math.abs(known) > 2e14) return undefined;
  const text = new Date(known).toISOString().replace(/\.?0*Z$/, "Z");
  if (text.length > 24) return undefined;
  return { timestamp: celCall("timestamp", [literal(text, node.span)], node.span), isDate: undefined, isFine: false };
}
