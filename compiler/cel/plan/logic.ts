import type { CheckedCall } from "../check/checked.ts";
import { callCost } from "../cost/call-cost.ts";
import { Failure, noSuchOverload } from "../failures.ts";
import { equal } from "../values/equal.ts";
import { type Outcome, charge } from "./frame.ts";
import type { Plan, Planned, Planning } from "./planned.ts";
import { attributeOf, planAttribute } from "./select.ts";

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
