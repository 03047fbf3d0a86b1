import type { Span } from "../../diagnostics/span.ts";
import { chooseBoolean, or } from "../../ir/expressions/boolean.ts";
import {
  type Conditional,
  type Expression,
  binary,
  call,
  conditional,
  doubleLiteral,
  identifier,
  listLiteral,
  literal,
  mapLiteral,
  method,
  not,
  select,
} from "../../ir/expression.ts";
import { assuming } from "../../ir/expressions/assuming.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { asksCluster } from "../../ir/expressions/visit.ts";
import { isOptional } from "../../ir/expressions/type-in-cel.ts";
import type { OpaqueType, ReadType, Shape } from "../../api/shape.ts";
import { isDouble, standInFor } from "../cel-type.ts";
import type { Dynamic } from "../value.ts";
import type { Type } from "ts-morph";

/** bool: the value is there and has its declared type. */
export function isDefined(value: Dynamic): Expression {
  const { expression, presence } = value;
  const { span } = expression;
  switch (presence.kind) {
    case "always":
      return literal(true, span);
    case "nullable":
      return binary(expression, "!=", literal(null, span), span);
    case "guarded":
      return presence.guard;
    case "optional":
      return value.typed ? holdsValue(expression) : hasType(orNull(expression), value.shape);
  }
}

/**
 * bool: the optional has a value. Of a choice it is the choice that was made: `a || b.hasValue()` reads better than
 * `(a ? optional.of('x') : b).hasValue()`, and does not calculate what it does not ask for.
 */
export function holdsValue(node: Expression): Expression {
  if (node.kind === "call" && (node.function === "optional.of" || node.function === "optional.none"))
    return literal(node.function === "optional.of", node.span);
  if (node.kind === "local" && isMadeChoice(node.definition)) return holdsValue(node.definition);
  if (!isMadeChoice(node)) return method(node, "hasValue", [], node.span);
  const { condition, whenTrue, whenFalse, span } = node;
  const branches = [assuming(holdsValue(whenTrue), condition), assuming(holdsValue(whenFalse), negate(condition))] as const;
  return chooseBoolean(condition, branches, span);
}

/** A choice of which a branch says whether it is there. What CEL can say of a query goes by the whole choice. */
function isMadeChoice(node: Expression): node is Conditional {
  if (node.kind !== "conditional" || asksCluster(node)) return false;
  const isMade = (branch: Expression): boolean =>
    branch.kind === "call" && (branch.function === "optional.of" || branch.function === "optional.none");
  return [node.whenTrue, node.whenFalse].some((branch) => isMade(branch) || isMadeChoice(branch));
}

/**
 * The value itself, of its declared type whatever is stored: a default stands in where it is absent. Correct wherever
 * TypeScript knows that the value is there, because the default is then not used; and it can never fail.
 */
export function plain(value: Dynamic, fallback: Expression = defaultOf(value.shape, value.expression.span)): Expression {
  const { expression, presence } = value;
  const { span } = expression;
  if (presence.kind === "optional") {
    const other = standInFor(expression, fallback);
    if (value.typed) return method(expression, "orValue", [other], span);
    return conditional(hasType(orNull(expression), value.shape), [directRead(expression, other), other], span);
  }
  return expression;
}

/** The stored value where `isDefined` says that it is there: after a type test no other is needed. */
export function narrowed(value: Dynamic): Expression {
  const { expression, presence } = value;
  if (presence.kind !== "optional" || value.typed) return plain(value);
  return directRead(expression, defaultOf(value.shape, expression.span));
}

/** The value as a CEL optional. */
export function asOptional(value: Dynamic): Expression {
  const { expression, presence } = value;
  const { span } = expression;
  const none = call("optional.none", [], span);
  const some = (inner: Expression): Expression => call("optional.of", [inner], span);
  switch (presence.kind) {
    case "always":
      return some(expression);
    case "nullable":
      return conditional(isDefined(value), [some(expression), none], span);
    case "guarded":
      return conditional(presence.guard, [some(expression), none], span);
    case "optional":
      return value.typed ? expression : conditional(hasType(orNull(expression), value.shape), [expression, none], span);
  }
}

/** The stored value, null where it is absent: what a type test may look at without failing. */
export function orNull(expression: Expression): Expression {
  return method(expression, "orValue", [literal(null, expression.span)], expression.span);
}

/**
 * bool: CEL's type test for the JSON type of `shape`. A stored number is an int or a double, whatever its schema says.
 */
export function hasType(expression: Expression, shape: Shape): Expression {
  const { span } = expression;
  const is = (name: string): Expression => binary(call("type", [expression], span), "==", identifier(name, span), span);
  switch (shape.kind) {
    case "string":
      return is("string");
    case "boolean":
      return is("bool");
    case "number":
      return or(is("int"), is("double"));
    case "list":
      return is("list");
    case "map":
    case "record":
      return is("map");
    case "unknown":
      return not(is("null_type"), span);
    case "union":
      return shape.members.map((member) => hasType(expression, member)).reduce((left, right) => or(left, right, span));
    case "opaque":
      return literal(true, span);
  }
}

/**
 * A number as TypeScript has it. `dyn` keeps CEL's checker from taking the default of an absent value (`.orValue(0)`,
 * an int) for its type: it would choose the conversion from int, which fails on a stored 2.5 (measured on 1.37.1).
 */
export function asDouble(node: Expression): Expression {
  const { span } = node;
  if (node.kind === "literal" && typeof node.value === "number") return doubleLiteral(node.value, span);
  if (isDouble(node)) return node;
  return call("double", [call("dyn", [node], span)], span);
}

/** After a type test the field is there: `oldObject.spec` reads better than `oldObject.?spec.orValue(null)`. */
function directRead(expression: Expression, fallback: Expression): Expression {
  if (expression.kind === "sequence") return directRead(expression.then, fallback);
  if (expression.kind === "local" && expression.definition.kind === "select") return directRead(expression.definition, fallback);
  if (expression.kind === "select" && !isOptional(expression.operand)) {
    return select(expression.operand, expression.field, expression.span);
  }
  if (expression.kind === "index" && !isOptional(expression.operand)) return { ...expression, optional: false };
  // Not null as where types are tested: CEL's type checker wants one type on both sides of `:`.
  return method(expression, "orValue", [fallback], expression.span);
}

const readDefaults: Readonly<Record<ReadType, string>> = {
  quantity: "0",
  duration: "0s",
  timestamp: "1970-01-01T00:00:00Z",
  ip: "0.0.0.0",
  cidr: "0.0.0.0/0",
};

export function defaultOf(shape: Shape, span: Span): Expression {
  switch (shape.kind) {
    case "string":
      return literal("", span);
    case "number":
      return literal(0, span);
    case "boolean":
      return literal(false, span);
    case "list":
      return listLiteral([], span);
    case "map":
    case "record":
      return mapLiteral([], span);
    case "unknown":
    case "union":
      return literal(null, span);
    case "opaque":
      return isRead(shape.type)
        ? call(shape.type, [literal(readDefaults[shape.type], span)], span)
        : literal(shape.type === "date" ? 0 : null, span);
  }
}

/** What is asked with is never an optional, so that nothing ever stands in for it. */
function isRead(type: OpaqueType): type is ReadType {
  return Object.hasOwn(readDefaults, type);
}

/**
 * Whether a value of that type may be absent. ts-morph's `isNullable` asks unions only, and not `undefined` or
 * `unknown` by itself. Of `any`, which TypeScript infers in places, it knows nothing.
 */
export function isNullable(type: Type): boolean {
  return type.isNullable() || type.isUndefined() || type.isNull() || type.isUnknown() || type.isAny();
}
