import type { Span } from "../../diagnostics/span.ts";
import { and, or } from "../../ir/expressions/boolean.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { mayEnd } from "../../ir/expressions/visit.ts";
import { type Expression, binary, listLiteral, literal } from "../../ir/expression.ts";
import type { Place } from "../scope.ts";
import { type Dynamic, type MixedValue, type Value, dynamicBoolean, rejected } from "../value.ts";
import { truthOf } from "./truth.ts";

/**
 * What a key of the cluster's finds in an object of the policy: of a key such as `constructor`, which every object
 * inherits, JavaScript finds a function. That is true, not absent, equal to no scalar, and no number.
 */
export interface LookedUp extends MixedValue {
  /** What it is of a key that is not there. */
  readonly missing: Value;
}

/** A function that every object inherits, such as `constructor`. */
export interface InheritedValue {
  readonly kind: "inherited";
}

export function isLookedUp(value: Value): value is LookedUp {
  return value.kind === "mixed" && value.missing !== undefined;
}

/** bool: the key is one that every object inherits, and none of its own. */
export function isInheritedKey(key: Expression, own: Iterable<string>, span: Span): Expression {
  return binary(
    key,
    "in",
    listLiteral(
      inheritedKeys(own).map((name) => literal(name, span)),
      span,
    ),
    span,
  );
}

export function inheritedKeys(own: Iterable<string>): readonly string[] {
  const known = new Set(own);
  return Object.getOwnPropertyNames(Object.prototype).filter((name) => !known.has(name));
}

/** `found`, which is `missing` of keys that are inherited. */
export function lookedUp(condition: Dynamic, [found, missing]: readonly [Value, Value], { node }: Pick<Place, "node">): Value {
  if (found.kind === "rejected" || missing.kind === "rejected") return rejected;
  const truth = orInherited(truthOf(found), truthOf(missing), condition);
  return { kind: "mixed", truth, choice: { condition, branches: [{ kind: "inherited" }, found] }, missing, node };
}

export function foundIn({ choice }: LookedUp): Value {
  return choice.branches[1];
}

function orInherited(truth: Value, ofMissing: Value, condition: Dynamic): Value {
  if (isKnown(ofMissing, true) || isKnown(truth, true)) return truth;
  return truth.kind === "dynamic" ? dynamicBoolean(or(truth.expression, condition.expression)) : condition;
}

/** What `ask` says of what was found, where it is false of a function. */
export function askedOf(value: LookedUp, ask: (found: Value) => Value): Value {
  const [answer, ofMissing] = [ask(foundIn(value)), ask(value.missing)];
  if (answer.kind === "rejected" || ofMissing.kind === "rejected") return rejected;
  if (isKnown(ofMissing, false) || isKnown(answer, false)) return answer;
  const isOwn = negate(value.choice.condition.expression);
  if (answer.kind !== "dynamic") return dynamicBoolean(isOwn);
  // Of a function, which is true, the right side of `||` is never worked out.
  return dynamicBoolean(mayEnd(answer.expression) ? and(isOwn, answer.expression) : and(answer.expression, isOwn));
}

function isKnown(value: Value, answer: boolean): boolean {
  return value.kind === "static" && value.value === answer;
}
