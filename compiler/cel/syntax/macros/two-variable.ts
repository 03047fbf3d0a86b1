import { CelCompileError } from "../../failures.ts";
import type { CelExpression, CelIdentifier } from "../expression.ts";
import { build, type Macro, requireVariable } from "./build.ts";
import { type Fold, folds } from "./fold.ts";

type Bodies = readonly [CelExpression, CelExpression?];

/** `range.name(index, element, ...)`, or with key and value (cel-go: ext/comprehensions.go). */
export const twoVariableMacros: readonly Macro[] = [
  macro("all", 3, (_, [body]) => folds.all(body)),
  macro("exists", 3, (_, [body]) => folds.exists(body)),
  macro("existsOne", 3, (_, [body]) => folds.existsOne(body)),
  macro("exists_one", 3, (_, [body]) => folds.existsOne(body)),
  macro("transformList", 3, (_, [element]) => folds.list(element)),
  macro("transformList", 4, (_, [filter, element = filter]) => folds.list(element, filter)),
  macro("transformMap", 3, (key, [value]) => folds.map([key, value])),
  macro("transformMap", 4, (key, [filter, value = filter]) => folds.map([key, value], filter)),
  macro("transformMapEntry", 3, (_, [entry]) => folds.map([entry])),
  macro("transformMapEntry", 4, (_, [filter, entry = filter]) => folds.map([entry], filter)),
];

function macro(name: string, arity: number, fold: (key: CelIdentifier, bodies: Bodies) => Fold): Macro {
  return { name, arity, since: 33, expand: (range, args) => expand(range, args, fold) };
}

function expand(
  range: CelExpression,
  args: readonly CelExpression[],
  fold: (key: CelIdentifier, bodies: Bodies) => Fold,
): CelExpression {
  const [first, second] = [requireVariable(args[0]), requireVariable(args[1])];
  if (first.name === second.name) throw new CelCompileError(`duplicate variable name: ${first.name}`);
  const bodies = args.slice(2) as unknown as Bodies;
  return build.comprehension({
    range,
    variable: first.name,
    secondVariable: second.name,
    ...fold(build.identifier(first.name), bodies),
  });
}
