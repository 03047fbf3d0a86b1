import { type BinaryExpression, type Expression as TypeScriptExpression, Node } from "ts-morph";
import { type BinaryOperator, binary, literal, not } from "../../../ir/expression.ts";
import { and, or } from "../../../ir/expressions/boolean.ts";
import type { Scope } from "../../scope.ts";
import {
  type Dynamic,
  type PositionValue,
  type StaticValue,
  type Value,
  dynamicBoolean,
  isNothing,
  staticValue,
} from "../../value.ts";

const opposites: Readonly<Record<string, BinaryOperator>> = { "===": "==", "==": "==", "!==": "!=", "!=": "!=" };
const turned: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/**
 * `i === -1`, `i > 0`, `i < text.indexOf("b")`, `i + 1`, where `i` is a place in a text that may hold any character;
 * undefined where it is none. What is exact however characters are counted has a form, anything else is rejected.
 */
export function lowerWithPlace(node: BinaryExpression, scope: Scope): Value | undefined {
  const sides = [node.getLeft(), node.getRight()] as const;
  if (!sides.some(mayBePlace)) return undefined;
  const [left, right] = [scope.lowerAny(sides[0]), scope.lowerAny(sides[1])];
  const [place, other] = left.kind === "position" ? [left, right] : [right, left];
  if (place.kind !== "position") return undefined;
  const written = node.getOperatorToken().getText();
  const operator = place === left ? written : (turned[written] ?? written);
  const answer = operator === "+" ? nextPlace(place, other) : compared(place, operator, other);
  return answer ?? scope.rejectLimited(place);
}

/** Nothing else is lowered twice: a chain of sums would take twice the time for each. */
function mayBePlace(node: TypeScriptExpression): boolean {
  if (Node.isParenthesizedExpression(node)) return mayBePlace(node.getExpression());
  if (Node.isBinaryExpression(node)) {
    const isDefaulted = node.getOperatorToken().getText() === "??";
    return (isDefaulted || Node.isNumericLiteral(node.getRight())) && mayBePlace(node.getLeft());
  }
  if (Node.isIdentifier(node)) return node.getType().getNonNullableType().isNumber();
  return Node.isCallExpression(node) && /(?:ndexOf|\.search)$/.test(node.getExpression().getText());
}

/** Behind the first character of what was found, which is one in both languages. */
function nextPlace(place: PositionValue, other: Value): Value | undefined {
  const isOne = other.kind === "static" && other.value === 1;
  if (!isOne || place.added === 1 || !place.isPlain || place.isThere !== undefined) return undefined;
  const { expression } = place;
  return {
    ...place,
    added: 1,
    expression: binary(expression, "+", literal(1, expression.span), expression.span),
    node: place.node,
  };
}

/** `undefined` is no place: it is equal to none, and neither before nor behind one. */
function compared(place: PositionValue, operator: string, other: Value): Value | undefined {
  if (other.kind === "static" && isNothing(other)) return isAbsent(place, operator, other);
  const answer = comparedThere(place, operator, other);
  const { isThere, expression } = place;
  if (answer === undefined || isThere === undefined || other.kind === "position") return isThere ? undefined : answer;
  const isUnequal = operator === "!==" || operator === "!=";
  const { span } = expression;
  return dynamicBoolean(isUnequal ? or(not(isThere, span), answer.expression, span) : and(isThere, answer.expression, span));
}

/** `i === undefined`, `i != null`; undefined of any other comparison. */
function isAbsent({ isThere }: PositionValue, operator: string, { value: nothing }: StaticValue): Value | undefined {
  if (!Object.hasOwn(opposites, operator)) return undefined;
  const isUnequal = opposites[operator] === "!=";
  if (isThere === undefined || (nothing === null && operator.length === 3)) return staticValue(isUnequal);
  return dynamicBoolean(isUnequal ? isThere : not(isThere, isThere.span));
}

function comparedThere(place: PositionValue, operator: string, other: Value): Dynamic | undefined {
  const { expression } = place;
  const { span } = expression;
  const celOperator = (opposites[operator] ?? operator) as BinaryOperator;
  // What lies before what in a text is the same for both.
  if (other.kind === "position")
    return other.isThere === undefined && other.text === place.text
      ? dynamicBoolean(binary(expression, celOperator, other.expression, span))
      : undefined;
  if (other.kind !== "static" || !Number.isSafeInteger(other.value)) return undefined;
  const constant = Number(other.value);
  // Nothing found, the beginning, or anywhere behind it.
  const first = place.added;
  const asked = place.added === 0 ? askedWhetherFound(operator, constant) : undefined;
  if (asked !== undefined && place.isFound !== undefined)
    return dynamicBoolean(asked === "found" ? place.isFound : not(place.isFound, span));
  const isExact = constant <= first || (constant === first + 1 && (operator === ">=" || operator === "<"));
  return isExact ? dynamicBoolean(binary(expression, celOperator, literal(constant, span), span)) : undefined;
}

/** `i === -1`, `i >= 0` and their like ask no more than whether there is one. */
function askedWhetherFound(operator: string, constant: number): "found" | "not found" | undefined {
  if (constant === -1 && ["===", "==", "<="].includes(operator)) return "not found";
  if (constant === -1 && ["!==", "!=", ">"].includes(operator)) return "found";
  if (constant !== 0) return undefined;
  return operator === ">=" ? "found" : operator === "<" ? "not found" : undefined;
}
