import { type BinaryExpression, type Expression as TypeScriptExpression, Node } from "ts-morph";
import { and } from "../../../ir/expressions/boolean.ts";
import { identity } from "../../../ir/expressions/identity.ts";
import { negate } from "../../../ir/expressions/negate.ts";
import { mapChildren } from "../../../ir/expressions/visit.ts";
import {
  type BinaryOperator,
  type Expression,
  binary,
  call,
  comprehension,
  identifier,
  index,
  listLiteral,
  literal,
} from "../../../ir/expression.ts";
import { after, iterationsOf } from "../../evaluation-order.ts";
import type { Place, Scope } from "../../scope.ts";
import { withoutParentheses } from "../../shapes/type-of.ts";
import type { SetValue } from "../collection-values.ts";
import { type Dynamic, type Value, dynamicBoolean, staticValue } from "../../value.ts";
import { freeVariable } from "../free-variable.ts";
import { afterChoice, boundOf, entriesOf } from "../stored-iteration.ts";
import { isDistinct, storedOf } from "./distinct.ts";

const operators: Readonly<Record<string, BinaryOperator>> = {
  "===": "==",
  "==": "==",
  "!==": "!=",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};
const turned: Readonly<Record<string, BinaryOperator>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/**
 * `new Set(names).size < names.length`, and a comparison with 0 or 1: whether elements are equal, which every Kubernetes
 * can tell; undefined for everything else.
 */
export function lowerWithDistinctCount(node: BinaryExpression, scope: Scope): Value | undefined {
  const operator = operators[node.getOperatorToken().getText()];
  const sides = [node.getLeft(), node.getRight()].map(withoutParentheses) as [TypeScriptExpression, TypeScriptExpression];
  const at = sides.findIndex(mayBeCount);
  if (operator === undefined || at < 0) return undefined;
  const set = setOf(sides[at] as TypeScriptExpression, scope);
  if (set === undefined) return undefined;
  const other = scope.lowerAny(sides[1 - at] as TypeScriptExpression);
  const list = storedOf(set.list, { node, scope });
  if (list === undefined) return undefined;
  const answer = compared(list, at === 0 ? operator : (turned[operator] ?? operator), { other, place: { node, scope } });
  const before = at === 0 ? [list, other] : [other, list];
  return answer && after(before.flatMap(iterationsOf), answer);
}

/** Nothing else is lowered twice. */
function mayBeCount(node: TypeScriptExpression): boolean {
  if (!Node.isPropertyAccessExpression(node)) return false;
  const receiver = withoutParentheses(node.getExpression());
  if (node.getName() === "length") return Node.isArrayLiteralExpression(receiver) || receiver.getText().startsWith("Array.from(");
  const name = receiver.getType().getNonNullableType().getSymbol()?.getName();
  return node.getName() === "size" && (name === "Set" || name === "ReadonlySet");
}

function setOf(node: TypeScriptExpression, scope: Scope): SetValue | undefined {
  if (!Node.isPropertyAccessExpression(node)) return undefined;
  const value = scope.lowerAny(node.getExpression());
  if (value.kind !== "set" || (value.list.kind === "list" && isDistinct(value.list))) return undefined;
  return value.isSpread === (node.getName() === "length") ? value : undefined;
}

interface Compared {
  readonly other: Value;
  readonly place: Place;
}

function compared(list: Dynamic, operator: BinaryOperator, { other, place }: Compared): Value | undefined {
  if (other.kind === "dynamic") return isLengthOf(other, list) ? comparedWithLength(list, operator, place) : undefined;
  if (other.kind !== "static" || typeof other.value !== "number") return undefined;
  const count = other.value;
  const span = place.scope.span(place.node);
  const size = call("size", [list.expression], span);
  const isExact = count <= 0 || isBelow(operator, count, 1);
  if (isExact && Number.isSafeInteger(count)) return dynamicBoolean(binary(size, operator, literal(count, span), span));
  const isSeveral = several(list, place);
  if (isBelow(operator, count, 2)) return dynamicBoolean(operator.startsWith(">") ? isSeveral : negate(isSeveral));
  if (count !== 1) return undefined;
  const isOne = and(binary(size, ">", literal(0, span), span), negate(isSeveral));
  return dynamicBoolean(operator === "==" ? isOne : negate(isOne));
}

/** Whether the comparison is one with `< most` or `>= most`. */
function isBelow(operator: BinaryOperator, count: number, most: number): boolean {
  if (count === most) return operator === "<" || operator === ">=";
  return count === most - 1 && (operator === "<=" || operator === ">");
}

/** No set has more elements than the list. */
function comparedWithLength(list: Dynamic, operator: BinaryOperator, place: Place): Value {
  const isTwice = (variable: Expression): Expression => isThereTwice(variable, list, place);
  if (operator === "<=" || operator === ">") return staticValue(operator === "<=");
  const twice = exists(list, isTwice, place);
  return dynamicBoolean(operator === "<" || operator === "!=" ? twice : negate(twice));
}

/** `size(list.filter(other, other in [item])) > 1`: `in` costs the same however long the texts are, which `==` does not. */
function isThereTwice(element: Expression, list: Dynamic, { scope }: Place): Expression {
  const { span } = element;
  const variable = freeVariable("other", scope);
  const body = binary(identifier(variable, span), "in", listLiteral([element], span), span);
  const step = { method: "filter", range: list.expression, variable, body, bound: undefined, span } as const;
  const equal = comprehension({ ...step, entries: entriesOf(list.expression), nesting: scope.iterating.length + 1 });
  return binary(call("size", [equal], span), ">", literal(1, span), span);
}

/** bool: an element differs from the first. */
function several(list: Dynamic, place: Place): Expression {
  const isOther = (variable: Expression): Expression => {
    const { span } = variable;
    return binary(variable, "!=", index(list.expression, literal(0, span), span), span);
  };
  return exists(list, isOther, place);
}

function exists(list: Dynamic, bodyOf: (variable: Expression) => Expression, place: Place): Expression {
  const { scope, node } = place;
  const span = scope.span(node);
  const variable = freeVariable("item", scope);
  const body = bodyOf(identifier(variable, span));
  const step = { method: "exists", range: list.expression, variable, body, ...boundOf(list, scope), span } as const;
  return afterChoice(list, comprehension(step), place);
}

function isLengthOf({ expression, presence }: Dynamic, list: Dynamic): boolean {
  const [counted] = expression.kind === "call" && expression.function === "size" ? expression.arguments : [];
  return presence.kind === "always" && counted !== undefined && bareIdentity(counted) === bareIdentity(list.expression);
}

/** What a list is, whenever TypeScript has iterated over it. */
function bareIdentity(node: Expression): string {
  const bare = (part: Expression): Expression => {
    if (part.kind === "sequence") return bare(part.then);
    return part.kind === "local" ? bare(part.definition) : mapChildren(part, bare);
  };
  return identity(bare(node));
}
