import type { PrefixUnaryExpression } from "ts-morph";
import { isReadableBy, numberProblems } from "../../language/parse/number-in-text.ts";
import { binary, call as celCall, conditional, doubleLiteral, literal, local, method } from "../../ir/expression.ts";
import type { Shape } from "../../api/shape.ts";
import { choose } from "../expressions/choose.ts";
import { orDefault } from "../expressions/coerce.ts";
import { asDouble, hasType, isDefined } from "../expressions/presence.ts";
import { isTrueWhereThere } from "../expressions/truth.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";
import type { Place, Scope } from "../scope.ts";
import {
  type Dynamic,
  type MixedValue,
  type Value,
  always,
  dynamic,
  dynamicBoolean,
  mayBeAbsent,
  rejected,
  staticValue,
} from "../value.ts";
import { asNumber, isDate } from "./dates.ts";
import { bigIntAsDouble, isBigInt } from "./big-int.ts";
import { readUnless, textToRead } from "./text-to-read.ts";

/** What a text may be for `Number`, white space and other bases aside. */
const decimal = "([0-9]+[.]?[0-9]*|[.][0-9]+)";

/** `Number(x)` */
export function lowerNumberOf(call: CallSite): Value {
  const { node, scope, arguments: args } = call;
  if (args.length === 0) return staticValue(0);
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : scope.lowerAny(argument);
  if (argument === undefined || value.kind === "rejected") return rejected;
  return numberOf(value, { node: argument, scope }) ?? scope.reject("not-a-value", node, { text: node.getText() });
}

/** Of each element of `list.map(Number)`. */
export function numberOfElement(value: Value, { node, scope }: Place): Value {
  if (value.kind === "rejected") return rejected;
  return numberOf(value, { node, scope }) ?? scope.reject("not-a-value", node, { text: node.getText() });
}

/** `+x`: nothing can be put in the place of an operator, so that TypeScript would read longer texts than CEL. */
export function lowerUnaryPlus(value: Value, node: PrefixUnaryExpression, scope: Scope): Value {
  const isText = value.kind === "dynamic" && value.shape.kind === "string";
  const number = isText || isBigInt(value) ? undefined : numberOf(value, { node: node.getOperand(), scope });
  return number ?? scope.reject("reads-numbers", node, { text: node.getText() });
}

function numberOf(value: Value, place: Place): Value | undefined {
  const { node, scope } = place;
  if (value.kind === "static") {
    const isRead = typeof value.value !== "string" || isReadableBy("Number", value.value);
    return isRead ? staticValue(Number(value.value)) : scope.reject("reads-numbers", node, { text: node.getText() });
  }
  if (value.kind === "mixed") return ofBranches(value.choice, place);
  if (value.kind !== "dynamic") return undefined;
  if (isDate(value) && !mayBeAbsent(value)) return asNumber(value);
  if (isTrueWhereThere(value.shape)) return undefined;
  if (!mayBeAbsent(value)) return ofPresent(value, place);
  if (typeof value.isNull !== "string") return undefined;
  const there = ofPresent(orDefault(value), place);
  const { span } = value.expression;
  if (there?.kind !== "dynamic") return there;
  const nothing = value.isNull === "never" ? celCall("double", [literal("NaN", span)], span) : doubleLiteral(0, span);
  const number = conditional(isDefined(value), [asDouble(there.expression), nothing], span);
  return dynamic(number, { kind: "number" });
}

/** Of one of two values. */
function ofBranches({ condition, branches }: MixedValue["choice"], place: Place): Value | undefined {
  const [whenTrue, whenFalse] = branches.map((branch) => numberOf(branch, place));
  if (whenTrue === undefined || whenFalse === undefined) return undefined;
  return choose(condition, [whenTrue, whenFalse], place);
}

/** Of a text, a number or a boolean, by what it is when the rule runs. */
function ofUnion(value: Dynamic, [first, ...others]: readonly Shape[], place: Place): Value | undefined {
  if (first === undefined) return undefined;
  const one = ofPresent({ ...value, shape: first }, place);
  if (others.length === 0 || one === undefined) return one;
  const rest = ofUnion(value, others, place);
  const isSuch = dynamicBoolean(hasType(value.expression, first));
  return rest && choose(isSuch, [one, rest], place);
}

function ofPresent(value: Dynamic, place: Place): Value | undefined {
  const { expression, shape } = value;
  const { span } = expression;
  if (shape.kind === "union") return ofUnion(value, shape.members, place);
  if (shape.kind === "number") return { ...value, presence: always };
  if (shape.kind === "boolean")
    return dynamic(conditional(expression, [literal(1, span), literal(0, span)], span), shapeOfNumber, { wholeUpTo: 1 });
  if (isBigInt(value)) return dynamic(bigIntAsDouble(expression), shapeOfNumber);
  return shape.kind === "string" ? ofText(value, place) : undefined;
}

const shapeOfNumber = { kind: "number" } as const;

/** Nothing but white space is 0, what is no number NaN. */
function ofText(value: Dynamic, place: Place): Value {
  const read = textToRead(value, place);
  if (read === undefined) return rejected;
  const { text, name, space } = read;
  const { span } = text;
  const pattern = `^${space}([-+]?(Infinity|${decimal}([eE][-+]?0*[0-9]{1,2})?))?${space}$`;
  const isNumber = method(text, "matches", [literal(pattern, span)], span);
  const digits = method(text, "find", [literal("[-+.0-9I][-+.0-9A-Za-z]*", span)], span);
  const found = local(`${name}Number`, conditional(isNumber, [digits, literal("NaN", span)], span), "compiler");
  const isBlank = binary(found, "==", literal("", span), span);
  const number = celCall("double", [conditional(isBlank, [literal("0", span), found], span)], span);
  const otherBase = "0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)";
  const form = `^${space}(${otherBase}|[-+]?${decimal}[eE][-+]?0*[1-9][0-9]{2,})${space}$`;
  return readUnless(read, { pattern: form, problem: numberProblems.form }, dynamic(number, shapeOfNumber));
}
