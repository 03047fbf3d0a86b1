import type { Expression as TypeScriptExpression } from "ts-morph";
import { type Expression, binary, conditional, local } from "../../ir/expression.ts";
import { type Argument, spreadArguments } from "../calls/spread-arguments.ts";
import type { CallSite } from "../calls/call.ts";
import { joinLists } from "../collections/concat.ts";
import { afterIterating } from "../evaluation-order.ts";
import { bareNumber, toDynamic } from "../expressions/coerce.ts";
import { asDouble } from "../expressions/presence.ts";
import { nameOfPath } from "../path.ts";
import { type Dynamic, type Value, dynamic, listValue, rejected, staticValue } from "../value.ts";
import { extremeOfList, numbersOf } from "./extreme-of-list.ts";
import { numberOr, signLost } from "./operand.ts";
import { unlessNaN } from "./rounding.ts";

/** `Math.max(a, b)` and `Math.min(a, b)`: a chain of choices, NaN where one of them is; also of a list that is spread. */
export function lowerExtreme(name: "max" | "min"): (call: CallSite) => Value {
  return (call) => {
    const given = spreadArguments(call);
    const values = given.map(({ value }) => value);
    if (values.some(({ kind }) => kind === "rejected")) return rejected;
    const constants = values.flatMap((value) => (value.kind === "static" ? [Number(value.value)] : []));
    if (constants.length === values.length) return staticValue(Math[name](...constants));
    const numbers = given.filter(({ isSpread }) => !isSpread).map(({ value, node }) => numberFrom(value, node, call));
    const known = numbers.filter((number) => number !== undefined);
    if (known.length < numbers.length) return rejected;
    if (!known.every(({ shape }) => shape.kind === "number")) return rejectNumbers(call);
    const lists = given.filter(({ isSpread }) => isSpread);
    const whole = lists.length === 0 ? extremeOf(known, name === "max" ? ">=" : "<=") : ofLists(known, lists, { name, call });
    return afterIterating(values, whole);
  };
}

function rejectNumbers({ node, scope }: CallSite): Value {
  return scope.reject("not-a-value", node, { text: node.getText() });
}

interface Asked {
  readonly name: "max" | "min";
  readonly call: CallSite;
}

/** All numbers in one list. */
function ofLists(numbers: readonly Dynamic[], lists: readonly Argument[], { name, call }: Asked): Value {
  const written = numbers.length === 0 ? [] : [listValue(numbers)];
  const whole = joinLists([...written, ...lists.map(({ value }) => numbersOf(value, call))], call);
  if (whole.kind !== "dynamic") return rejected;
  const isOfNumbers = whole.shape.kind === "list" && whole.shape.element.kind === "number";
  return isOfNumbers ? extremeOfList(whole, name, call) : rejectNumbers(call);
}

function numberFrom(value: Value, argument: TypeScriptExpression, { scope }: CallSite): Dynamic | undefined {
  return value.kind === "static" ? toDynamic(value, argument, scope) : numberOr(value, argument, scope);
}

function extremeOf(numbers: readonly Dynamic[], operator: ">=" | "<="): Dynamic {
  const areWhole = numbers.every(({ wholeUpTo }) => wholeUpTo !== undefined);
  const parts = numbers.map((number) => partOf(number, areWhole));
  const chosen = parts.reduce((best, part) => {
    const compared = local("best", best, "compiler");
    return conditional(binary(compared, operator, part, part.span), [compared, part], part.span);
  });
  const whole = parts.reduceRight((rest, part) => unlessNaN(part, rest), chosen);
  const wholeUpTo = areWhole ? Math.max(...numbers.map((number) => number.wholeUpTo ?? 0)) : undefined;
  if (areWhole || numbers.some((number) => isBeyondZero(number, operator)))
    return dynamic(whole, { kind: "number" }, { wholeUpTo });
  return signLost(whole);
}

function partOf({ expression, path }: Dynamic, isInt: boolean): Expression {
  const number = isInt ? expression : asDouble(bareNumber(expression));
  return number.kind === "literal" ? number : local(nameOfPath(path) ?? "number", number, "compiler");
}

/** With such a constant the result is never 0. */
function isBeyondZero({ expression }: Dynamic, operator: ">=" | "<="): boolean {
  const { kind, ...constant } = bareNumber(expression);
  const value = kind === "literal" && "value" in constant ? Number(constant.value) : 0;
  return operator === ">=" ? value > 0 : value < 0;
}
