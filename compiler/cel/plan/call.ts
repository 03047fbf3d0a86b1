import type { CheckedCall } from "../check/checked.ts";
import { callCost } from "../cost/call-cost.ts";
import { CelCompileError, Failure, noSuchOverload } from "../failures.ts";
import type { SpecialCall } from "../functions/cel-function.ts";
import { applyFunction } from "./apply-function.ts";
import { type Outcome, type Step, charge } from "./frame.ts";
import { planChoice, planEquality, planLogical } from "./logic.ts";
import { planMembership } from "./membership.ts";
import { planPattern } from "./pattern.ts";
import { type Plan, type Planned, type Planning, constant } from "./planned.ts";
import { planIndex } from "./select.ts";
import { CelOptional } from "../values/value.ts";

type PlanCall = (node: CheckedCall, planning: Planning, plan: Plan) => Planned | undefined;

/** Undefined: this one is no more than the call of a function. */
const special: Readonly<Record<SpecialCall, PlanCall>> = {
  logical: planLogical,
  choice: planChoice,
  equality: planEquality,
  access: planIndex,
  membership: planMembership,
  alternative: planAlternative,
  conversion: planConversion,
};

export function planCall(node: CheckedCall, planning: Planning, plan: Plan): Planned {
  const { special: kind, withPattern } = node.function;
  const planSpecial = kind === undefined ? undefined : special[kind];
  const planned =
    withPattern === undefined ? planSpecial?.(node, planning, plan) : planPattern(node, withPattern, planning, plan);
  return planned ?? planFunction(node, planning, plan);
}

function planFunction(node: CheckedCall, planning: Planning, plan: Plan): Planned {
  const steps = node.arguments.map((argument) => plan(argument, planning).run);
  return { run: callStep(node, steps, planning.minor) };
}

/** Evaluates the arguments, then the function, and charges for it. */
export function callStep({ function: called, overloads }: CheckedCall, steps: readonly Step[], minor: number): Step {
  const apply = applyFunction(called, overloads);
  const only = overloads.length === 1 ? overloads[0] : undefined;
  const cost = callCost(called, only, minor);
  // What chooses among overloads stops at the first error, and so does what takes more than two values.
  const stopsEarly = steps.length > 2 || (called.implementation === undefined && only === undefined);
  return (frame) => {
    const values: Outcome[] = [];
    for (const step of steps) {
      const value = step(frame);
      values.push(value);
      if (stopsEarly && value instanceof Failure && values.length < steps.length) return value;
    }
    const result = apply(values);
    charge(frame, cost(values, result));
    return result;
  };
}

/** The conversion of a constant is made when the policy is written, and fails there. */
function planConversion(node: CheckedCall, planning: Planning, plan: Plan): Planned | undefined {
  const [argument] = node.arguments.map((part) => plan(part, planning));
  if (argument?.constant === undefined || node.arguments.length > 1) return undefined;
  const value = applyFunction(node.function, node.overloads)([argument.constant.value]);
  if (value instanceof Failure) throw new CelCompileError(`program instantiation failed: ${value.message}`);
  return constant(value);
}

/** `a.or(b)`, `a.orValue(b)`: `b` is evaluated only where `a` is none. A null that is there is not absent. It costs nothing. */
function planAlternative(node: CheckedCall, planning: Planning, plan: Plan): Planned {
  const [optional, other] = node.arguments.map((part) => plan(part, planning).run);
  if (optional === undefined || other === undefined) throw new Error("no alternative: please report this bug of Holdfast");
  const isOr = node.function.name === "or";
  return {
    run: (frame) => {
      const value = optional(frame);
      if (value instanceof Failure) return value;
      if (!(value instanceof CelOptional)) return noSuchOverload;
      if (value.value === undefined) return other(frame);
      return isOr ? value : value.value;
    },
  };
}
