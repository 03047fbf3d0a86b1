import { CelCompileError } from "../failures.ts";
import type { CelFunction, Overload } from "../functions/cel-function.ts";
import { type CelType, boolType, dynType } from "../values/cel-type.ts";
import { areAssignable, isAssignable, isDynType, isExactly } from "./assignable.ts";
import { type Substitution, rebuild } from "./substitution.ts";

export interface Resolution {
  readonly overloads: readonly Overload[];
  readonly type: CelType;
}

/** All overloads whose parameters the arguments fit; with `dyn` among them there may be several. */
export function resolveOverload(
  called: CelFunction,
  types: readonly CelType[],
  isMember: boolean,
  known: Substitution,
): Resolution {
  const candidates = called.overloads.filter((overload) => overload.isMember === isMember);
  if (called.special === "logical") return resolveLogical(candidates, types, known);
  const fitting: Overload[] = [];
  let result: CelType | undefined;
  for (const overload of candidates) {
    if (overload.parameters.length !== types.length) continue;
    const instance = overload.isGeneric ? instantiate(overload, known) : overload;
    if (!known.attempt(() => areAssignable(known, types, instance.parameters))) continue;
    fitting.push(overload);
    result = joinResults(result, known.apply(instance.result));
  }
  if (result === undefined)
    throw noMatchingOverload(
      called,
      types.map((type) => known.applyFinally(type)),
      isMember,
    );
  return { overloads: fitting, type: result };
}

/** Any number of operands. */
function resolveLogical(overloads: readonly Overload[], types: readonly CelType[], known: Substitution): Resolution {
  for (const type of types) {
    const isBool = known.attempt(() => isAssignable(known, type, boolType));
    if (!isBool) throw mismatch(boolType, known.applyFinally(type));
  }
  return { overloads, type: boolType };
}

/** With type parameters of its own. */
function instantiate({ parameters, result }: Overload, known: Substitution): Pick<Overload, "parameters" | "result"> {
  const fresh = new Map<string, CelType>();
  const replace = (type: CelType): CelType => {
    if (type.kind !== "parameter") return rebuild(type, replace);
    const own = fresh.get(type.typeName) ?? known.fresh();
    fresh.set(type.typeName, own);
    return own;
  };
  return { parameters: parameters.map(replace), result: replace(result) };
}

function joinResults(before: CelType | undefined, next: CelType): CelType {
  if (before === undefined) return next;
  return isDynType(before) || isExactly(next, before) ? before : dynType;
}

export function mismatch(expected: CelType, found: CelType): CelCompileError {
  return new CelCompileError(`expected type '${expected.text}' but found '${found.text}'`);
}

function noMatchingOverload({ name }: CelFunction, types: readonly CelType[], isMember: boolean): CelCompileError {
  const [target = "", ...rest] = types.map(({ text }) => text);
  const applied = isMember ? `${target}.(${rest.join(", ")})` : `(${[target, ...rest].join(", ")})`;
  return new CelCompileError(`found no matching overload for '${name}' applied to '${applied}'`);
}
