import { type BinaryExpression, type Expression as TypeScriptExpression, Node } from "ts-morph";
import { type BinaryOperator, binary, literal, not } from "../../../ir/expression.ts";
import type { Scope } from "../../scope.ts";
import { type PositionValue, type Value, dynamicBoolean } from "../../value.ts";

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
  if (Node.isBinaryExpression(node)) return Node.isNumericLiteral(node.getRight()) && mayBePlace(node.getLeft());
  if (Node.isIdentifier(node)) return node.getType().isNumber();
  return Node.isCallExpression(node) && /(?:ndexOf|\.search)$/.test(node.getExpression().getText());
}

/** Behind the first character of what was found, which is one in both languages. */
function nextPlace(place: PositionValue, other: Value): Value | undefined {
  if (other.kind !== "static" || other.value !== 1 || place.added === 1 || !place.isPlain) return undefined;
  const { expression } = place;
  return {
    ...place,
    added: 1,
    expression: binary(expression, "+", literal(1, expression.span), expression.span),
    node: place.node,
  };
}

function compared(place: PositionValue, operator: string, other: Value): Value | undefined {
  const { expression } = place;
  const { span } = expression;
  const celOperator = (opposites[operator] ?? operator) as BinaryOperator;
  // What lies before what in a text is the same for both.
  if (other.kind === "position")
    return other.text === place.text ? dynamicBoolean(binary(expression, celOperator, other.expression, span)) : undefined;
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
