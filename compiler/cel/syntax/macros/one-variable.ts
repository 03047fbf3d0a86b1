import type { CelExpression, CelIdentifier } from "../expression.ts";
import { type Fold, folds } from "./fold.ts";
import { type Macro, build, requireVariable } from "./build.ts";

/** `range.name(variable, ...)`: over the elements of a list, or the keys of a map. */
export const oneVariableMacros: readonly Macro[] = [
  macro("all", 2, (_, [body]) => folds.all(body)),
  macro("exists", 2, (_, [body]) => folds.exists(body)),
  macro("exists_one", 2, (_, [body]) => folds.existsOne(body)),
  // With cel-go 0.23.
  { ...macro("existsOne", 2, (_, [body]) => folds.existsOne(body)), since: 33 },
  macro("map", 2, (_, [element]) => folds.list(element)),
  macro("map", 3, (_, [filter, element = filter]) => folds.list(element, filter)),
  macro("filter", 2, (variable, [filter]) => folds.list(variable, filter)),
];

type Bodies = readonly [CelExpression, CelExpression?];

function macro(name: string, arity: number, fold: (variable: CelIdentifier, bodies: Bodies) => Fold): Macro {
  return { name, arity, expand: (range, args) => expand(range, args, fold) };
}

function expand(
  range: CelExpression,
  [argument, ...bodies]: readonly CelExpression[],
  fold: (variable: CelIdentifier, bodies: Bodies) => Fold,
): CelExpression {
  const variable = requireVariable(argument);
  return build.comprehension({
    range,
    variable: variable.name,
    secondVariable: undefined,
    ...fold(variable, bodies as unknown as Bodies),
  });
}
