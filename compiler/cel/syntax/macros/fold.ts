import { accumulatorName, build } from "./build.ts";
import type { CelComprehension, CelExpression } from "../expression.ts";

/** A comprehension without its range and variables. */
export type Fold = Pick<CelComprehension, "accumulator" | "initial" | "condition" | "step" | "result">;

const untilTheEnd = {
  accumulator: accumulatorName,
  get condition() {
    return build.literal(true);
  },
  get result() {
    return build.accumulator();
  },
};

/** The bodies of macros (cel-go: parser/macro.go, ext/comprehensions.go). */
export const folds = {
  all: (body: CelExpression): Fold => ({
    ...untilTheEnd,
    initial: build.literal(true),
    condition: build.call("@not_strictly_false", build.accumulator()),
    step: build.call("_&&_", build.accumulator(), body),
  }),
  exists: (body: CelExpression): Fold => ({
    ...untilTheEnd,
    initial: build.literal(false),
    condition: build.call("@not_strictly_false", build.call("!_", build.accumulator())),
    step: build.call("_||_", build.accumulator(), body),
  }),
  existsOne: (body: CelExpression): Fold => ({
    ...untilTheEnd,
    initial: build.literal(0n),
    step: onlyWhere(body, build.call("_+_", build.accumulator(), build.literal(1n))),
    result: build.call("_==_", build.accumulator(), build.literal(1n)),
  }),
  list: (element: CelExpression, filter?: CelExpression): Fold => ({
    ...untilTheEnd,
    initial: build.list(),
    step: onlyWhere(filter, build.call("_+_", build.accumulator(), build.list(element))),
  }),
  map: (inserted: readonly CelExpression[], filter?: CelExpression): Fold => ({
    ...untilTheEnd,
    initial: build.emptyMap(),
    step: onlyWhere(filter, build.call("cel.@mapInsert", build.accumulator(), ...inserted)),
  }),
};

function onlyWhere(filter: CelExpression | undefined, step: CelExpression): CelExpression {
  return filter === undefined ? step : build.call("_?_:_", filter, step, build.accumulator());
}
