import type { CheckedCall } from "../check/checked.ts";
import { callCost } from "../cost/charges.ts";
import { CelCompileError, Failure, noSuchOverload } from "../failures.ts";
import type { SpecialCall, CelFunction, Implementation, Overload } from "../functions/cel-function.ts";
import { type Outcome, type Step, charge } from "./frame.ts";
import { planChoice, planEquality, planLogical, planMembership } from "./logic.ts";
import { planPattern } from "./pattern.ts";
import { type Plan, type Planned, type Planning, constant } from "./planned.ts";
import { planIndex } from "./select.ts";
import { CelOptional, type CelValue, isList, isMap, runtimeType } from "../values/value.ts";
import { type CelType, type Trait, hasTrait } from "../values/cel-type.ts";

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

/**
 * `a.or(b)`, `a.orValue(b)`: `b` is evaluated only where `a` is none. A null that is there is not absent. It costs
 * nothing.
 */
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

type Apply = (values: readonly Outcome[]) => Outcome;

/**
 * Chooses what to call by the types of the values, as cel-go does (common/decls/decls.go, Bindings;
 * interpreter/interpretable.go).
 */
function applyFunction(called: CelFunction, candidates: readonly Overload[]): Apply {
  const { name, implementation, trait, isStrict = true } = called;
  const apply = implementation === undefined ? byOverload(called, candidates) : byTrait(name, implementation, trait);
  return isStrict ? strict(apply) : (apply as Apply);
}

type ApplyValues = (values: readonly CelValue[]) => Outcome;

/** The first error among the values is that of the call. */
function strict(apply: ApplyValues): Apply {
  return (values) => values.find((value) => value instanceof Failure) ?? apply(values as readonly CelValue[]);
}

function byTrait(name: string, implementation: Implementation, trait: Trait | undefined): ApplyValues {
  const unknown = new Failure(`no such overload: ${name}`);
  if (trait === undefined) return (values) => invoke(implementation, values);
  return (values) => {
    const [first = null] = values;
    const { kind } = runtimeType(first);
    if (hasTrait(kind, trait)) return invoke(implementation, values);
    return hasTrait(kind, "receiver") ? noSuchOverload : unknown;
  };
}

/** One that is known beforehand is taken; otherwise the first of all that fits. */
function byOverload({ name, overloads, isGuarded = true }: CelFunction, candidates: readonly Overload[]): ApplyValues {
  const [only, ...others] = candidates;
  const choices = only !== undefined && others.length === 0 ? [only] : overloads;
  return (values) => {
    const fitting = choices.find((overload) => fits(overload, values, isGuarded));
    if (fitting?.implementation !== undefined) return invoke(fitting.implementation, values);
    return new Failure(`no such overload: ${name}(${values.map((value) => runtimeType(value).typeName).join(", ")})`);
  };
}

/** The values have been compared with the types that the implementation is declared with. */
function invoke(implementation: Implementation, values: readonly CelValue[]): Outcome {
  return (implementation as (...all: readonly CelValue[]) => Outcome)(...values);
}

function fits({ parameters }: Overload, values: readonly CelValue[], isGuarded: boolean): boolean {
  if (parameters.length !== values.length) return false;
  return !isGuarded || parameters.every((parameter, at) => isOfType(values[at] as CelValue, parameter));
}

/** Of a list or map only the first element is looked at (common/types/types.go, defaultIsAssignableRuntimeType). */
function isOfType(value: CelValue, type: CelType): boolean {
  if (type.kind === "dyn" || type.kind === "any" || type.kind === "parameter") return true;
  if (type.typeName !== runtimeType(value).typeName) return false;
  const [first, second] = type.parameters;
  if (isList(value)) return first === undefined || value.length === 0 || isOfType(value[0] as CelValue, first);
  if (isMap(value)) return first === undefined || second === undefined || areOfTypes(value, first, second);
  return true;
}

function areOfTypes(map: ReadonlyMap<CelValue, CelValue>, key: CelType, value: CelType): boolean {
  const [first] = map;
  return first === undefined || (isOfType(first[0], key) && isOfType(first[1], value));
}
