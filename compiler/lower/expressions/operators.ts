import {
  type BinaryExpression,
  type ConditionalExpression,
  Node,
  type PrefixUnaryExpression,
  SyntaxKind,
  type Expression as TypeScriptExpression,
} from "ts-morph";
import { and, or } from "../../ir/expressions/boolean.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { lowerWithDistinctCount } from "../collections/keyed/distinct-count.ts";
import { lowerCarriedCondition } from "../statements/carried/carried-condition.ts";
import { readsCarried } from "../statements/carried/reads-carried.ts";
import { choose } from "./choose.ts";
import { coalesce } from "./coalesce.ts";
import { lowerArithmetic, lowerMinus, lowerPlus, lowerPower, lowerRemainder } from "../numbers/arithmetic.ts";
import { minusBigInt } from "../numbers/big-int.ts";
import { lowerUnaryPlus } from "../numbers/number-of.ts";
import { negated } from "./as-boolean.ts";
import { named, textOr, toDynamic } from "./coerce.ts";
import { foundIn, isLookedUp, lookedUp } from "./looked-up.ts";
import { lowerEquality } from "./equality.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { lowerOrdering } from "../numbers/ordering.ts";
import { demanded, readFrom } from "./demand.ts";
import { lowerWithPlace } from "../text/positions/places.ts";
import { likeOther } from "../shapes/inferred.ts";
import { lowerHasKey } from "./has-key.ts";
import { plain } from "./presence.ts";
import type { Place, Scope } from "../scope.ts";
import { knownTruths, isTrueWhereThere, truthOf } from "./truth.ts";
import { lowerTypeComparison, withoutParentheses } from "../shapes/type-of.ts";
import { type Value, always, dynamicBoolean, isNothing, rejected, staticValue, undefinedValue } from "../value.ts";

type LowerOperator = (node: BinaryExpression, scope: Scope) => Value;

/** Operators by their token; what has no row is rejected. */
export const operators: Readonly<Record<string, LowerOperator>> = {
  "===": lowerEqual,
  "!==": (node, scope) => opposite(lowerEqual(node, scope)),
  "==": lowerLooselyEqual,
  "!=": (node, scope) => opposite(lowerLooselyEqual(node, scope)),
  "&&": lowerLogical,
  "||": lowerLogical,
  "??": lowerNullish,
  "<": lowerOrdering,
  "<=": lowerOrdering,
  ">": lowerOrdering,
  ">=": lowerOrdering,
  "+": lowerPlus,
  "-": lowerArithmetic,
  "*": lowerArithmetic,
  "/": lowerArithmetic,
  "%": lowerRemainder,
  "**": lowerPower,
  in: lowerIn,
};

const placeOperators: ReadonlySet<string> = new Set(["===", "!==", "==", "!=", "<", "<=", ">", ">=", "+"]);

const overrides: Readonly<Record<string, string>> = {
  "=": "values cannot be changed; declare another `const`",
  ",": "write one expression",
};

function lowerNullish(node: BinaryExpression, scope: Scope): Value {
  const [left, right] = [scope.lowerAny(node.getLeft()), scope.lowerAny(node.getRight())];
  return coalesce(likeOther(left, right, node.getLeft(), scope), right, { node, scope });
}

function lowerIn(node: BinaryExpression, scope: Scope): Value {
  const [key, owner] = operands(node, scope);
  const there = owner.kind === "dynamic" && owner.shape.kind !== "record";
  const reading = { receiver: node.getRight(), node, scope };
  const asked = [textOr(key, node.getLeft(), scope), there ? demanded(owner, reading) : owner] as const;
  const found = lowerHasKey(asked, { node, scope, own: false });
  return there ? found : readFrom(owner, found, reading);
}

export function lowerBinary(node: BinaryExpression, scope: Scope): Value {
  const operator = node.getOperatorToken().getText();
  const lower = operators[operator];
  const special = placeOperators.has(operator) ? (lowerWithPlace(node, scope) ?? lowerWithDistinctCount(node, scope)) : undefined;
  if (lower !== undefined) return special ?? lower(node, scope);
  const help = overrides[operator] ?? "use the operators that docs/rules/conditions.md and docs/rules/numbers-and-dates.md show";
  return scope.reject("unsupported-operator", node.getOperatorToken(), { text: operator, help });
}

function operands(node: BinaryExpression, scope: Scope): [Value, Value] {
  return [scope.lower(node.getLeft()), scope.lower(node.getRight())];
}

function compared(node: BinaryExpression, scope: Scope): [Value, Value] {
  return [scope.lowerCompared(node.getLeft()), scope.lowerCompared(node.getRight())];
}

function lowerEqual(node: BinaryExpression, scope: Scope): Value {
  return lowerTypeComparison(node, scope) ?? lowerEquality(compared(node, scope), node, scope);
}

/** `a == null` asks whether there is anything; between values of one type `==` is `===`. */
function lowerLooselyEqual(node: BinaryExpression, scope: Scope): Value {
  return lowerTypeComparison(node, scope) ?? compareLoosely(node, scope);
}

function compareLoosely(node: BinaryExpression, scope: Scope): Value {
  const sides = [node.getLeft(), node.getRight()].map(withoutParentheses);
  const asked = sides.find((side) => !isWrittenNothing(side));
  const loose = (value: Value): Value => (isNothing(value) ? undefinedValue : withoutNull(value));
  if (sides.some(isWrittenNothing))
    return lowerEquality([asked ? loose(scope.lowerCompared(asked)) : undefinedValue, undefinedValue], node, scope);
  const [left, right] = compared(node, scope).map(loose) as [Value, Value];
  if (left.kind === "rejected" || right.kind === "rejected") return rejected;
  if (scalarKind(left) !== undefined && scalarKind(left) === scalarKind(right)) return lowerEquality([left, right], node, scope);
  const operator = node.getOperatorToken();
  return scope.reject("unsupported-operator", operator, { text: operator.getText(), help: `write \`${operator.getText()}=\`` });
}

/** `null == undefined` */
function withoutNull(value: Value): Value {
  if (value.kind !== "dynamic") return value;
  return after(typeof value.isNull === "string" ? [] : iterationsOf(value), { ...value, isNull: "never" });
}

function isWrittenNothing(node: TypeScriptExpression): boolean {
  return Node.isNullLiteral(node) || (Node.isIdentifier(node) && node.getText() === "undefined");
}

function scalarKind(value: Value): string | undefined {
  const kind = value.kind === "dynamic" ? value.shape.kind : value.kind === "static" ? typeof value.value : undefined;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : undefined;
}

/** `a !== b` reads best as the comparison that it is; `!(...)` stays as its author grouped it. */
function opposite(value: Value): Value {
  return value.kind === "dynamic" ? dynamicBoolean(negate(value.expression)) : negated(value);
}

/**
 * What JavaScript takes the expression for in a condition. Parts of `&&`, `||` and `!` are conditions as well, so that
 * `label && list.length` needs no value.
 */
export function lowerCondition(node: TypeScriptExpression, scope: Scope): Value {
  if (readsCarried(node, scope)) return lowerCarriedCondition(node, scope);
  const inner = withoutParentheses(node);
  if (Node.isPrefixUnaryExpression(inner) && inner.getOperatorToken() === SyntaxKind.ExclamationToken)
    return negated(lowerCondition(inner.getOperand(), scope));
  const operator = Node.isBinaryExpression(inner) ? inner.getOperatorToken().getText() : undefined;
  if (!Node.isBinaryExpression(inner) || (operator !== "&&" && operator !== "||")) return truthOf(scope.lowerAny(node));
  const left = lowerCondition(inner.getLeft(), scope);
  if (left.kind === "static" && left.value === (operator === "||")) return left;
  return join(operator, [left, lowerCondition(inner.getRight(), scope)], { node: inner, scope });
}

/** `a && b`, `a || b` as a value: what decides is one of the two. */
function lowerLogical(node: BinaryExpression, scope: Scope): Value {
  return lowerWithTruth(node, scope).value;
}

/** A value, and what a condition takes it for: worked out from the parts, or a chain would hold each part twice for every part. */
interface Judged {
  readonly value: Value;
  readonly truth: Value;
}

function lowerWithTruth(node: TypeScriptExpression, scope: Scope, like?: Value): Judged {
  const operator = logicalOperator(node);
  if (operator !== undefined) return lowerChain(node, operator, scope);
  const own = scope.lowerAny(node);
  const lowered = like === undefined ? own : likeOther(own, like, node, scope);
  const isShared = lowered.kind === "dynamic" && !isBoolean(lowered);
  const value = isShared ? named(lowered, lastName(node) ?? "value") : lowered;
  return { value, truth: truthOf(value) };
}

/** `a || b || c` is `a || (b || c)`, in which each part stands twice at most. */
function lowerChain(node: TypeScriptExpression, operator: "&&" | "||", scope: Scope): Judged {
  const place = { node, scope };
  const parts: Judged[] = [];
  const all = operandsOf(node, operator);
  const last = operator === "||" ? all.at(-1) : undefined;
  // `x || []` is a list, and what somebody has written needs nothing from before.
  const like = last !== undefined && isWrittenDefault(last) ? scope.lowerAny(last) : undefined;
  for (const operand of all) {
    const part = lowerWithTruth(operand, scope, like);
    parts.push(part);
    if (part.truth.kind === "static" && part.truth.value === (operator === "||")) break;
  }
  if (parts.some(({ value }) => value.kind === "rejected")) return { value: rejected, truth: rejected };
  const truth = parts.map((part) => part.truth).reduce((left, right) => join(operator, [left, right], place));
  if (parts.every(({ value }) => isBoolean(value))) return { value: truth, truth };
  const value = parts.reduceRight((rest, part) => ({ ...part, value: eitherOf(operator, [part, rest.value], place) })).value;
  if (value.kind === "dynamic") knownTruths.set(value, truth);
  return { value: value.kind === "mixed" ? { ...value, truth } : value, truth };
}

/** True wherever it is there, so that `labels || {}` is `labels ?? {}`. */
function isCollection(value: Value): boolean {
  return value.kind === "dynamic" && ["list", "map", "record"].includes(value.shape.kind);
}

function isWrittenDefault(node: TypeScriptExpression): boolean {
  if (Node.isArrayLiteralExpression(node)) return node.getElements().length === 0;
  if (Node.isObjectLiteralExpression(node)) return node.getProperties().length === 0;
  return Node.isStringLiteral(node) || Node.isNumericLiteral(node) || node.getType().isBooleanLiteral();
}

/** `a ||= b` and `a &&= b` */
export function oneOf(operator: "&&" | "||", [left, right]: readonly [Value, Value], place: Place): Value {
  return eitherOf(operator, [{ value: left, truth: truthOf(left) }, right], place);
}

function eitherOf(operator: "&&" | "||", [{ value, truth }, rest]: readonly [Judged, Value], place: Place): Value {
  if (isLookedUp(value) && operator === "&&") return choose(truth, [rest, whereFalse(foundIn(value))], place);
  if (isLookedUp(value)) {
    const both = [oneOf("||", [foundIn(value), rest], place), oneOf("||", [value.missing, rest], place)] as const;
    return lookedUp(value.choice.condition, both, place);
  }
  if (operator === "||" && isCollection(value)) return coalesce(value, rest, place);
  return choose(truth, operator === "&&" ? [rest, whereFalse(value)] : [whereTrue(value), rest], place);
}

function operandsOf(node: TypeScriptExpression, operator: "&&" | "||"): readonly TypeScriptExpression[] {
  const found: TypeScriptExpression[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = withoutParentheses(next);
    if (logicalOperator(inner) !== operator || !Node.isBinaryExpression(inner)) found.push(next);
    else waiting.push(inner.getRight(), inner.getLeft());
  }
  return found;
}

function logicalOperator(node: TypeScriptExpression): "&&" | "||" | undefined {
  const inner = withoutParentheses(node);
  const operator = Node.isBinaryExpression(inner) ? inner.getOperatorToken().getText() : undefined;
  return operator === "&&" || operator === "||" ? operator : undefined;
}

function isBoolean(value: Value): boolean {
  if (value.kind === "static") return typeof value.value === "boolean";
  return value.kind === "dynamic" && value.shape.kind === "boolean" && value.presence.kind === "always";
}

/** `keep` of `labels?.keep` and of `labels?.["keep"]`: what its author calls it. */
function lastName(node: TypeScriptExpression): string | undefined {
  const inner = withoutParentheses(node);
  if (Node.isIdentifier(inner)) return inner.getText();
  if (Node.isPropertyAccessExpression(inner)) return inner.getName();
  const key = Node.isElementAccessExpression(inner) ? inner.getArgumentExpression() : undefined;
  return Node.isStringLiteral(key) ? key.getLiteralText() : undefined;
}

/** Of `a || b`, where `a` is true: it is there. */
function whereTrue(value: Value): Value {
  return value.kind === "dynamic" ? { ...value, expression: plain(value), presence: always, typed: true } : value;
}

/** Of `a && b`, where `a` is false. */
function whereFalse(value: Value): Value {
  if (value.kind !== "dynamic") return value;
  if (value.shape.kind === "boolean" && value.presence.kind === "always") return staticValue(false);
  if (value.shape.kind === "string" && value.presence.kind === "always") return staticValue("");
  return isTrueWhereThere(value.shape) && value.isNull === "never" ? undefinedValue : value;
}

function join(operator: "&&" | "||", [left, right]: readonly [Value, Value], { node, scope }: Place): Value {
  const [a, b] = [toDynamic(left, node, scope), toDynamic(right, node, scope)];
  if (a === undefined || b === undefined) return rejected;
  const expression = operator === "&&" ? and(a.expression, b.expression) : or(a.expression, b.expression);
  if (expression.kind === "literal") return after(iterationsOf(left), staticValue(expression.value === true));
  return dynamicBoolean(expression);
}

export function lowerConditional(node: ConditionalExpression, scope: Scope): Value {
  const condition = lowerCondition(node.getCondition(), scope);
  if (condition.kind === "static") {
    return scope.lowerAny(condition.value === true ? node.getWhenTrue() : node.getWhenFalse());
  }
  const branches = [scope.lowerAny(node.getWhenTrue()), scope.lowerAny(node.getWhenFalse())] as const;
  return choose(condition, branches, { node, scope });
}

export function lowerPrefix(node: PrefixUnaryExpression, scope: Scope): Value {
  const operator = node.getOperatorToken();
  if (operator === SyntaxKind.ExclamationToken) return negated(lowerCondition(node.getOperand(), scope));
  const value = scope.lower(node.getOperand());
  if (value.kind === "rejected") return rejected;
  if (operator === SyntaxKind.MinusToken) return minusBigInt(value, node, scope) ?? lowerMinus(value, node, scope);
  if (operator === SyntaxKind.PlusToken) return lowerUnaryPlus(value, node, scope);
  const help = "only `!`, `-` and `+` stand before a value";
  return scope.reject("unsupported-operator", node, { text: node.getText(), help });
}
