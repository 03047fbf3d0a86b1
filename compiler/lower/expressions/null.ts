import { and, chooseBoolean } from "../../ir/expressions/boolean.ts";
import { type Expression, literal, not } from "../../ir/expression.ts";
import { negate } from "../../ir/expressions/negate.ts";
import type { Span } from "../../diagnostics/span.ts";
import { holdsValue, isDefined } from "./presence.ts";
import { type Dynamic, type IsNull, type Value, dynamicBoolean, mayBeAbsent, staticValue } from "../value.ts";

/** bool: TypeScript sees `null`. */
export function nullTest(value: Value, span: Span): Expression {
  if (value.kind !== "dynamic") return literal(value.kind === "static" && value.value === null, span);
  const { isNull, presence } = value;
  if (isNull === "never" || presence.kind === "always") return literal(false, span);
  return isNull === "where absent" ? opposite(isChosen(value)) : isNull;
}

/**
 * bool: the value is there. Of a choice between text and nothing it is the choice that was made: `a || b` reads better
 * than `(a ? optional.of('x') : b ? optional.of('y') : optional.none()).hasValue()`.
 */
function isChosen(value: Dynamic): Expression {
  return value.presence.kind === "optional" && value.typed ? holdsValue(value.expression) : isDefined(value);
}

/** A condition: `value === null`. */
export function isNullNow(value: Dynamic): Value {
  return asCondition(nullTest(value, value.expression.span));
}

/** A condition: `value === undefined`. */
export function isUndefinedNow(value: Dynamic): Value {
  const { span } = value.expression;
  if (value.isNull === "where absent") return staticValue(false);
  const isThere = isDefined(value);
  const isAbsent = isThere.kind === "literal" ? literal(isThere.value !== true, span) : not(isThere, span);
  return asCondition(value.isNull === "never" ? isAbsent : and(isAbsent, negate(value.isNull), span));
}

function opposite(node: Expression): Expression {
  return node.kind === "not" ? node.operand : not(node, node.span);
}

function asCondition(test: Expression): Value {
  return test.kind === "literal" ? staticValue(test.value === true) : dynamicBoolean(test);
}

/** What is `null` of a value that is one of two. */
export function chooseNull(test: Expression, branches: readonly [Value, Value], span: Span): IsNull {
  const kinds = branches.flatMap((branch) => isNullOf(branch) ?? []);
  const [kind] = new Set(kinds);
  if (kind === undefined) return "never";
  if (typeof kind === "string" && kinds.every((one) => one === kind)) return kind;
  return chooseBoolean(test, [nullTest(branches[0], span), nullTest(branches[1], span)], span);
}

/** Undefined for what is always there. */
function isNullOf(value: Value): IsNull | undefined {
  if (value.kind === "static") return value.value === null ? "where absent" : value.value === undefined ? "never" : undefined;
  return mayBeAbsent(value) && value.kind === "dynamic" ? value.isNull : undefined;
}

/**
 * bool, where both are absent: whether one is as much `null` as the other. Undefined where that is certain.
 */
export function sameNothing(left: Dynamic, right: Dynamic, span: Span): Expression | undefined {
  if (typeof left.isNull === "string" && left.isNull === right.isNull) return undefined;
  const [a, b] = [nullTest(left, span), nullTest(right, span)];
  if (a.kind === "literal") return a.value === true ? b : not(b, span);
  if (b.kind === "literal") return b.value === true ? a : not(a, span);
  return { kind: "binary", left: a, operator: "==", right: b, span };
}
