import type { CheckedComprehension } from "../check/checked.ts";
import { Failure, NotEvaluatedHere } from "../failures.ts";
import { CelType } from "../values/cel-type.ts";
import { CelOptional, CelUint, type CelValue, isList, isMap, immutable, mutable } from "../values/value.ts";
import { CelDuration } from "../values/duration.ts";
import { CelTimestamp } from "../values/timestamp.ts";
import type { Frame, Outcome, Step } from "./frame.ts";
import type { Plan, Planned, Planning } from "./planned.ts";

interface Fold {
  readonly range: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
  /** Of the accumulator; the variables come after it. */
  readonly depth: number;
  readonly hasTwo: boolean;
}

/** cel-go: interpreter/interpretable.go, evalFold. */
export function planComprehension(node: CheckedComprehension, planning: Planning, plan: Plan): Planned {
  const { locals } = planning;
  const within = (...names: readonly string[]): Planning => ({
    ...planning,
    locals: [...locals, { name: node.accumulator, initial }, ...names.map((name) => ({ name, initial: undefined }))],
  });
  const start = plan(node.initial, planning).run;
  const initial: Step = (frame) => {
    const value = start(frame);
    return value instanceof Failure ? value : mutable(value);
  };
  const variables = within(node.variable, ...(node.secondVariable === undefined ? [] : [node.secondVariable]));
  const fold: Fold = {
    range: plan(node.range, planning).run,
    condition: plan(node.condition, variables).run,
    step: plan(node.step, variables).run,
    result: plan(node.result, within()).run,
    depth: locals.length,
    hasTwo: node.secondVariable !== undefined,
  };
  return { run: (frame) => runFold(fold, frame) };
}

function runFold(fold: Fold, frame: Frame): Outcome {
  const range = fold.range(frame);
  if (range instanceof Failure) return range;
  // Left over from an earlier round.
  frame.locals[fold.depth] = undefined;
  const failure = iterate(fold, range, frame);
  const result = failure ?? fold.result(frame);
  return result instanceof Failure ? result : immutable(result);
}

function iterate(fold: Fold, range: CelValue, frame: Frame): Failure | undefined {
  if (isList(range)) return iterateList(fold, range, frame);
  if (isMap(range)) return iterateMap(fold, range, frame);
  const problem = fold.hasTwo ? "unsupported comprehension range type: " : "got '";
  return new Failure(`${problem}${goType(range)}${fold.hasTwo ? "" : "', expected iterable type"}`);
}

function iterateList(fold: Fold, list: readonly CelValue[], frame: Frame): undefined {
  for (let at = 0; at < list.length; at += 1) {
    const element = list[at] ?? null;
    const goesOn = fold.hasTwo ? turn(fold, frame, BigInt(at), element) : turn(fold, frame, element);
    if (!goesOn) return;
  }
}

/**
 * The keys of a map come backwards. Go iterates over maps in random order and TypeScript iterates over them forwards,
 * so that an expression that shows the order gives another result here.
 */
function iterateMap(fold: Fold, map: ReadonlyMap<CelValue, CelValue>, frame: Frame): undefined {
  for (const key of [...map.keys()].toReversed()) {
    const goesOn = fold.hasTwo ? turn(fold, frame, key, map.get(key)) : turn(fold, frame, key);
    if (!goesOn) return;
  }
}

/** An error of the condition does not end the iteration. */
function turn({ condition, step, depth }: Fold, frame: Frame, first: CelValue, second?: CelValue): boolean {
  frame.locals[depth + 1] = first;
  frame.locals[depth + 2] = second;
  if (condition(frame) === false) return false;
  frame.locals[depth] = step(frame);
  return true;
}

/** cel-go names the Go type of what it cannot iterate over. */
function goType(value: CelValue): string {
  const names = { boolean: "types.Bool", bigint: "types.Int", number: "types.Double", string: "types.String" } as const;
  if (typeof value !== "object") return names[typeof value as keyof typeof names];
  if (value === null) return "types.Null";
  const classes = [
    [CelUint, "types.Uint"],
    [Uint8Array, "types.Bytes"],
    [CelTimestamp, "types.Timestamp"],
    [CelDuration, "types.Duration"],
    [CelOptional, "*types.Optional"],
    [CelType, "*types.Type"],
  ] as const;
  const found = classes.find(([one]) => value instanceof one);
  if (found === undefined) throw new NotEvaluatedHere("a comprehension over a Kubernetes type");
  return found[1];
}
