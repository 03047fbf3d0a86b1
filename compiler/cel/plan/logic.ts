import type { CheckedCall } from "../check/checked.ts";
import { callCost } from "../cost/charges.ts";
import { Failure, noSuchOverload } from "../failures.ts";
import { equal } from "../values/equal.ts";
import { type Outcome, charge } from "./frame.ts";
import { type Plan, type Planned, type Planning, constant } from "./planned.ts";
import { attributeOf, planAttribute } from "./select.ts";
import { isInt64 } from "../values/integers.ts";
import { CelUint, type CelValue, isList } from "../values/value.ts";

/** One operand that decides outweighs an error of another, on whichever side; of several errors the first counts. */
export function planLogical(node: CheckedCall, planning: Planning, plan: Plan): Planned {
  const operands = node.arguments.map((operand) => plan(operand, planning).run);
  const decisive = node.function.name === "_||_";
  return {
    run: (frame) => {
      let failure: Failure | undefined;
      for (const operand of operands) {
        const value = operand(frame);
        if (value === decisive) return decisive;
        if (typeof value !== "boolean") failure ??= value instanceof Failure ? value : noSuchOverload;
      }
      return failure ?? !decisive;
    },
  };
}

/** What follows a choice belongs to its branches. */
export function planChoice(node: CheckedCall, planning: Planning, plan: Plan): Planned {
  const [condition, whenTrue, whenFalse] = node.arguments.map((part) => plan(part, planning));
  if (condition === undefined || whenTrue === undefined || whenFalse === undefined) {
    throw new Error("a choice without branches: please report this bug of Holdfast");
  }
  return planAttribute({
    kind: "choice",
    condition: condition.run,
    whenTrue: attributeOf(whenTrue),
    whenFalse: attributeOf(whenFalse),
  });
}

export function planEquality(node: CheckedCall, planning: Planning, plan: Plan): Planned {
  const { name, overloads } = node.function;
  const [left, right] = node.arguments.map((operand) => plan(operand, planning).run);
  if (left === undefined || right === undefined) throw new Error("an equality of one: please report this bug of Holdfast");
  const cost = callCost(node.function, overloads[0], planning.minor);
  const isNegated = name === "_!=_";
  return {
    run: (frame) => {
      const [a, b] = [left(frame), right(frame)];
      const result = equality(a, b, isNegated);
      charge(frame, cost([a, b], result));
      return result;
    },
  };
}

function equality(a: Outcome, b: Outcome, isNegated: boolean): Outcome {
  if (a instanceof Failure) return a;
  if (b instanceof Failure) return b;
  const result = equal(a, b);
  // For `!=` whatever is not equal will do, even an error.
  return isNegated ? result !== true : result;
}

/**
 * `x in ['a', 'b']`. cel-go makes a set of a constant list of scalars (interpreter/decorators.go): between an int and a
 * double beyond 2^53 that is stricter than `==`, which rounds, and in an empty list it does not even look for `x`. It
 * costs nothing of its own.
 */
export function planMembership(node: CheckedCall, planning: Planning, plan: Plan): Planned | undefined {
  const [element, list] = node.arguments.map((part) => plan(part, planning));
  const known = node.overloads.length === 1 && node.overloads[0]?.id === "in_list" ? list?.constant?.value : undefined;
  if (element === undefined || known === undefined || !isList(known)) return undefined;
  if (known.length === 0) return constant(false);
  if (!known.every(isScalar)) return undefined;
  const set = new Set(known.flatMap(alsoAsOtherNumbers).map(keyOf));
  return {
    run: (frame) => {
      const value = element.run(frame);
      return value instanceof Failure ? value : set.has(keyOf(value));
    },
  };
}

function isScalar(value: CelValue): boolean {
  return (typeof value !== "object" && value !== null) || value instanceof CelUint;
}

function alsoAsOtherNumbers(value: CelValue): readonly CelValue[] {
  if (typeof value === "bigint") return [value, Number(value), ...(value < 0n ? [] : [new CelUint(value)])];
  if (value instanceof CelUint) return [value, Number(value.value), ...(isInt64(value.value) ? [value.value] : [])];
  if (typeof value !== "number" || !Number.isInteger(value)) return [value];
  const whole = BigInt(value);
  const isUint = value >= 0 && value < 2 ** 64;
  return [value, ...(Math.abs(value) < 2 ** 63 ? [whole] : []), ...(isUint ? [new CelUint(whole)] : [])];
}

/** uints are objects, and one of the same value is another. */
function keyOf(value: CelValue): unknown {
  return value instanceof CelUint ? `uint ${value.value}` : typeof value === "string" ? `text ${value}` : value;
}
