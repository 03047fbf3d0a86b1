import {
  type BinaryExpression,
  type ConditionalExpression,
  type Node,
  type PrefixUnaryExpression,
  SyntaxKind,
  type Expression as TypeScriptExpression,
} from "ts-morph";
import { and, or } from "../../ir/expressions/boolean.ts";
import { type Expression } from "../../ir/expression.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { choose } from "./choose.ts";
import { coalesce } from "./coalesce.ts";
import { lowerArithmetic, lowerMinus, lowerPlus, lowerRemainder } from "../numbers/arithmetic.ts";
import { negated } from "./as-boolean.ts";
import { toDynamic } from "./coerce.ts";
import { lowerEquality } from "./equality.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { lowerOrdering } from "../numbers/ordering.ts";
import { lowerHasKey } from "./has-key.ts";
import { plain } from "./presence.ts";
import type { Scope } from "../scope.ts";
import { lowerNullComparison, lowerTypeComparison } from "./type-of.ts";
import { type Value, dynamicBoolean, rejected, staticValue } from "../value.ts";

type LowerOperator = (node: BinaryExpression, scope: Scope) => Value;

/** Operators by their token; what has no row is rejected. */
export const operators: Readonly<Record<string, LowerOperator>> = {
  "===": lowerEqual,
  "!==": (node, scope) => opposite(lowerEqual(node, scope)),
  "&&": lowerAnd,
  "||": lowerOr,
  "??": (node, scope) => coalesce(...operands(node, scope), { node, scope }),
  "<": lowerOrdering,
  "<=": lowerOrdering,
  ">": lowerOrdering,
  ">=": lowerOrdering,
  "+": lowerPlus,
  "-": lowerArithmetic,
  "*": lowerArithmetic,
  "/": lowerArithmetic,
  "%": lowerRemainder,
  in: (node, scope) => lowerHasKey(operands(node, scope), { node, scope, own: false }),
};

const overrides: Readonly<Record<string, string>> = {
  "==": "write `===`",
  "!=": "write `!==`",
  "=": "values cannot be changed; declare another `const`",
  "**": "write the multiplication out",
  ",": "write one expression",
};

export function lowerBinary(node: BinaryExpression, scope: Scope): Value {
  const operator = node.getOperatorToken().getText();
  const lower = operators[operator];
  if (lower !== undefined) return lower(node, scope);
  const help = overrides[operator] ?? "use the operators that docs/language.md lists";
  return scope.reject("unsupported-operator", node.getOperatorToken(), { text: operator, help });
}

function operands(node: BinaryExpression, scope: Scope): [Value, Value] {
  return [scope.lower(node.getLeft()), scope.lower(node.getRight())];
}

function lowerEqual(node: BinaryExpression, scope: Scope): Value {
  return (
    lowerTypeComparison(node, scope) ?? lowerNullComparison(node, scope) ?? lowerEquality(operands(node, scope), node, scope)
  );
}

/** `a !== b` reads best as the comparison that it is; `!(...)` stays as its author grouped it. */
function opposite(value: Value): Value {
  return value.kind === "dynamic" ? dynamicBoolean(negate(value.expression)) : negated(value);
}

/** The condition as a boolean that is there, or rejected: TypeScript's truthiness has no CEL equivalent. */
export function lowerCondition(node: TypeScriptExpression, scope: Scope): Value {
  const value = scope.lower(node);
  if (value.kind === "rejected") return rejected;
  const type = node.getType();
  // What TypeScript knows not to be reached is still written.
  const isBoolean = type.isBoolean() || type.isBooleanLiteral() || (type.isNever() && isStoredBoolean(value));
  if (value.kind === "static" && typeof value.value === "boolean") return value;
  if (!isBoolean || value.kind !== "dynamic") return scope.reject("not-a-boolean", node, { text: node.getText() });
  if (value.presence.kind === "guarded") return dynamicBoolean(and(value.presence.guard, value.expression));
  return value.presence.kind === "always" ? value : dynamicBoolean(plain(value));
}

function isStoredBoolean(value: Value): boolean {
  return value.kind === "dynamic" && value.shape.kind === "boolean";
}

function lowerAnd(node: BinaryExpression, scope: Scope): Value {
  const left = lowerCondition(node.getLeft(), scope);
  if (left.kind === "static" && left.value === false) return left;
  return combine(left, lowerCondition(node.getRight(), scope), { node, scope, with: and });
}

function lowerOr(node: BinaryExpression, scope: Scope): Value {
  const left = lowerCondition(node.getLeft(), scope);
  if (left.kind === "static" && left.value === true) return left;
  return combine(left, lowerCondition(node.getRight(), scope), { node, scope, with: or });
}

interface Combination {
  readonly node: Node;
  readonly scope: Scope;
  readonly with: (left: Expression, right: Expression) => Expression;
}

function combine(left: Value, right: Value, { node, scope, with: combineExpressions }: Combination): Value {
  const [a, b] = [toDynamic(left, node, scope), toDynamic(right, node, scope)];
  if (a === undefined || b === undefined) return rejected;
  const expression = combineExpressions(a.expression, b.expression);
  if (expression.kind === "literal") return after(iterationsOf(left), staticValue(expression.value === true));
  return dynamicBoolean(expression);
}

export function lowerConditional(node: ConditionalExpression, scope: Scope): Value {
  const condition = lowerCondition(node.getCondition(), scope);
  if (condition.kind === "static") {
    return scope.lower(condition.value === true ? node.getWhenTrue() : node.getWhenFalse());
  }
  const branches = [scope.lower(node.getWhenTrue()), scope.lower(node.getWhenFalse())] as const;
  return choose(condition, branches, { node, scope });
}

export function lowerPrefix(node: PrefixUnaryExpression, scope: Scope): Value {
  const operator = node.getOperatorToken();
  if (operator === SyntaxKind.ExclamationToken) return negated(lowerCondition(node.getOperand(), scope));
  const value = scope.lower(node.getOperand());
  if (value.kind === "rejected") return rejected;
  if (operator === SyntaxKind.MinusToken) return lowerMinus(value, node, scope);
  const help = "only `!` and `-` stand before a value; `Number(...)` is no part of the language";
  return scope.reject("unsupported-operator", node, { text: node.getText(), help });
}
