import type { CheckedCall } from "../check/checked.ts";
import { Failure } from "../failures.ts";
import { isInt64 } from "../values/integers.ts";
import { CelUint, type CelValue, isList } from "../values/value.ts";
import { type Plan, type Planned, type Planning, constant } from "./planned.ts";

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
