import { mayBeNaN } from "../../../ir/expressions/number-range.ts";
import { identity } from "../../../ir/expressions/identity.ts";
import { iterationsOf, iterationsOfStep } from "../../evaluation-order.ts";
import { truthOf } from "../../expressions/truth.ts";
import type { Place } from "../../scope.ts";
import { type Value, mayBeAbsent, rejected } from "../../value.ts";
import { type AsksCarried, type CarriedTest, type CarriedValue, type Compares, type Step } from "./carried.ts";

type Branches = readonly [whenTrue: Value, whenFalse: Value];

const isCarried = ({ kind }: Value): boolean => kind === "carried" || kind === "carried test";

/** Whether the choice is about what a loop carries. */
export function choosesCarried(condition: Value, branches: Branches): boolean {
  return [condition, ...branches].some(isCarried);
}

/** `condition ? a : b`, where any of them is about what a loop carries. */
export function chooseCarried(condition: Value, [left, right]: Branches, place: Place): Value {
  if ([condition, left, right].some(({ kind }) => kind === "rejected")) return rejected;
  const about = [left, right, ofTest(condition)].find((value) => value?.kind === "carried");
  const wrong: Place = condition.kind === "carried test" ? { ...place, node: condition.node } : place;
  if (about?.kind !== "carried") return rejectState(wrong);
  const branches = [stepOf(left, about), stepOf(right, about)] as const;
  const step = branches[0] && branches[1] && chooseStep(condition, [branches[0], branches[1]], about);
  const before = [left, right].flatMap((value) => (value.kind === "carried" ? value.before : []));
  return step === undefined || before.length > 0 ? rejectState(wrong) : { ...about, step, node: place.node };
}

export function rejectState({ node, scope }: Place): Value {
  return scope.reject("loop-state", node, { text: node.getText() });
}

function ofTest(value: Value): CarriedValue | undefined {
  if (value.kind !== "carried test") return undefined;
  const { test } = value;
  return "of" in test ? test.of : (ofTest(test.parts[0]) ?? ofTest(test.parts[1]));
}

/** What the value means for what is carried. */
export function stepOf(value: Value, { of }: CarriedValue): Step | undefined {
  if (value.kind === "carried test") return undefined;
  if (value.kind !== "carried") return { does: "set", value };
  return value.of === of ? value.step : undefined;
}

/** Undefined where CEL cannot say it. */
function chooseStep(condition: Value, [left, right]: readonly [Step, Step], about: CarriedValue): Step | undefined {
  if (condition.kind === "carried test") return chooseByTest(condition, [left, right], about);
  const truth = truthOf(condition);
  if (truth.kind === "rejected") return undefined;
  if (truth.kind === "static") return truth.value === true ? left : right;
  if (truth.kind !== "dynamic") return undefined;
  return left === right ? left : { does: "choose", condition: truth, branches: [left, right] };
}

function chooseByTest({ test }: CarriedTest, [left, right]: readonly [Step, Step], about: CarriedValue): Step | undefined {
  switch (test.asks) {
    case "order":
      return extremeOf(test, [left, right], about);
    case "not in order":
      return extremeOf(test, [right, left], about);
    case "present":
    case "true":
      return firstOf(test, [left, right], about);
    default: {
      const [one, other] = test.parts;
      if (iterationsOf(other).length > 0) return undefined;
      const inner = chooseStep(other, [left, right], about);
      return inner && chooseStep(one, test.asks === "all" ? [inner, right] : [left, inner], about);
    }
  }
}

/** `if (x > most) most = x`, and `most < x ? most : x` where `x` is a number for certain. */
function extremeOf(
  { of, other, isLarger }: Compares,
  [left, right]: readonly [Step, Step],
  about: CarriedValue,
): Step | undefined {
  if (of.of !== about.of || of.step.does !== "nothing") return undefined;
  const isTaken = right.does === "nothing" && left.does === "set" && isSame(left.value, other);
  const isKept = left.does === "nothing" && right.does === "set" && isSame(right.value, other) && isNumber(other);
  if (!isTaken && !isKept) return undefined;
  return { does: isLarger === isTaken ? "max" : "min", value: other, isCalculated: false, fromNothing: false };
}

function isNumber(value: Value): boolean {
  if (value.kind === "static") return typeof value.value === "number" && !Number.isNaN(value.value);
  return value.kind === "dynamic" && !mayBeAbsent(value) && !mayBeNaN(value.expression);
}

function isSame(one: Value, other: Value): boolean {
  return (
    one === other ||
    (one.kind === "dynamic" && other.kind === "dynamic" && identity(one.expression) === identity(other.expression))
  );
}

/** `if (first === undefined) first = x` */
function firstOf(asked: AsksCarried, branches: readonly [Step, Step], about: CarriedValue): Step | undefined {
  const { of, isNegated } = asked;
  const [whenUnset, whenSet] = isNegated ? branches : [branches[1], branches[0]];
  const isCertain = branches.every((branch) => branch.does === "nothing" || iterationsOfStep(branch).length === 0);
  if (of.of !== about.of || of.step.does !== "nothing" || !isCertain) return undefined;
  return whenSet.does === "nothing" ? whereUnset(asked, whenUnset) : extremeFromNothing(asked, whenUnset, whenSet);
}

/** A step that is taken where nothing was there before. */
function whereUnset(asked: AsksCarried, step: Step): Step | undefined {
  if (step.does === "nothing") return step;
  if (step.does === "set") return { does: "first", unless: asked.asks, nothing: asked.nothing, value: step.value };
  if (step.does !== "choose") return undefined;
  const [left, right] = step.branches.map((branch) => whereUnset(asked, branch));
  return left && right && { ...step, branches: [left, right] };
}

/** `if (most === undefined || x > most) most = x` */
function extremeFromNothing({ asks, nothing }: AsksCarried, whenUnset: Step, whenSet: Step): Step | undefined {
  if (asks !== "present" || whenUnset.does !== "set" || (whenSet.does !== "max" && whenSet.does !== "min")) return undefined;
  const isThis = !whenSet.isCalculated && isSame(whenUnset.value, whenSet.value);
  return isThis ? { ...whenSet, fromNothing: nothing } : undefined;
}
