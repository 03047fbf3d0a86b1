import type { Expression as TypeScriptExpression } from "ts-morph";
import { isReadableBy, numberProblems } from "../../language/parse/number-in-text.ts";
import { type Expression, binary, call as celCall, conditional, literal, local, method } from "../../ir/expression.ts";
import { after } from "../evaluation-order.ts";
import { type Value, dynamic, rejected, staticValue } from "../value.ts";
import type { CallSite } from "../calls/call.ts";
import { singleArgument } from "../calls/argument.ts";
import { type TextToRead, readUnless, textToRead } from "./text-to-read.ts";

/** Digits, a point, an exponent of two digits: what a text may begin with for `parseFloat`. */
const decimal = "([0-9]+[.]?[0-9]*|[.][0-9]+)";

/**
 * `parseInt(text, 10)`: the digits that the text begins with, as a double; NaN where it begins with none. Without the
 * 10 JavaScript reads `0x1f` as well, which CEL cannot.
 */
export function lowerParseInt(call: CallSite): Value {
  const { node, scope } = call;
  const [text, radix] = call.arguments;
  const base = radix === undefined ? staticValue(undefined) : scope.lower(radix);
  const value = text === undefined ? rejected : scope.lower(text);
  if (base.kind === "rejected" || value.kind === "rejected" || text === undefined) return rejected;
  if (base.kind === "static" && value.kind === "static") return ofKnown(String(value.value), base.value, call);
  const isTen = base.kind === "static" && base.value === 10;
  if (!isTen && (base.kind !== "static" || (base.value !== undefined && base.value !== 0)))
    return scope.reject("reads-numbers", node, { text: node.getText() });
  const read = textToRead(value, { node: text, scope });
  if (read === undefined) return rejected;
  const number = numberAtStart(read, "[0-9]+", "[-+]?[0-9]+$");
  if (isTen) return after(read.demands, number);
  return readUnless(read, { pattern: `^${read.space}[-+]?0[xX]`, problem: numberProblems.form }, number);
}

/** `parseFloat(text)`, the same with a fraction and an exponent. */
export function lowerParseFloat(call: CallSite): Value {
  const text: TypeScriptExpression | undefined = singleArgument(call);
  const value = text === undefined ? rejected : call.scope.lower(text);
  if (value.kind === "rejected" || text === undefined) return rejected;
  if (value.kind === "static") {
    const known = String(value.value);
    return isReadableBy("parseFloat", known) ? staticValue(parseFloat(known)) : rejectReading(call);
  }
  const read = textToRead(value, { node: text, scope: call.scope });
  if (read === undefined) return rejected;
  const number = numberAtStart(read, `(Infinity|${decimal}([eE][-+]?0*[0-9]{1,2})?)`, "[-+.0-9I][-+.0-9A-Za-z]*$");
  const pattern = `^${read.space}[-+]?${decimal}[eE][-+]?0*[1-9][0-9]{2}`;
  return readUnless(read, { pattern, problem: numberProblems.form }, number);
}

/** The base may be any that JavaScript has. */
function ofKnown(text: string, base: unknown, call: CallSite): Value {
  const isOfAnyForm = base === undefined || base === 0;
  if (isOfAnyForm && !isReadableBy("parseInt", text)) return rejectReading(call);
  return staticValue(parseInt(text, isOfAnyForm ? 10 : Number(base)));
}

/** TypeScript would read it, but for rules. */
function rejectReading({ node, scope }: CallSite): Value {
  return scope.reject("reads-numbers", node, { text: node.getText() });
}

/** What the text begins with, behind white space, a sign perhaps: as a double, NaN where it begins with nothing such. */
function numberAtStart({ text, name, space }: TextToRead, digits: string, withoutSpace: string): Value {
  const { span } = text;
  const found = method(text, "find", [literal(`^${space}[-+]?${digits}`, span)], span);
  const read = local(`${name}Digits`, method(found, "find", [literal(withoutSpace, span)], span), "compiler");
  return dynamic(doubleOr("NaN", read), { kind: "number" });
}

/** `double(x == '' ? 'NaN' : x)` */
export function doubleOr(otherwise: string, text: Expression): Expression {
  const { span } = text;
  const isEmpty = binary(text, "==", literal("", span), span);
  return celCall("double", [conditional(isEmpty, [literal(otherwise, span), text], span)], span);
}
