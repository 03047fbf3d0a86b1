import { Failure, noSuchOverload } from "../failures.ts";
import type { CelFunction, Implementation, Overload } from "../functions/cel-function.ts";
import { type Trait, hasTrait } from "../values/traits.ts";
import type { CelType } from "../values/cel-type.ts";
import { type CelValue, isList, isMap, runtimeType } from "../values/value.ts";
import type { Outcome } from "./frame.ts";

export type Apply = (values: readonly Outcome[]) => Outcome;

/** Chooses what to call by the types of the values, as cel-go does (common/decls/decls.go, Bindings; interpreter/interpretable.go). */
export function applyFunction(called: CelFunction, candidates: readonly Overload[]): Apply {
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
