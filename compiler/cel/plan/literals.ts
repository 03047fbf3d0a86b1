import type { CheckedElement, CheckedList, CheckedMap } from "../check/checked.ts";
import { Failure, NotEvaluatedHere } from "../failures.ts";
import { listCost, mapCost } from "../cost/charges.ts";
import { keyIn } from "../values/keys.ts";
import { CelOptional, type CelValue } from "../values/value.ts";
import { type Frame, type Outcome, type Step, charge } from "./frame.ts";
import { type Plan, type Planned, type Planning, constant } from "./planned.ts";

/** A list of constants is a constant, and costs nothing. */
export function planList({ elements }: CheckedList, planning: Planning, plan: Plan): Planned {
  const parts = elements.map((element) => planElement(element, planning, plan));
  const run: Step = (frame) => {
    const list = listOf(parts, frame);
    charge(frame, listCost);
    return list;
  };
  return foldConstants(
    run,
    parts.map(({ value }) => value),
  );
}

interface Part {
  readonly value: Planned;
  readonly isOptional: boolean;
}

interface Entry extends Part {
  readonly key: Planned;
}

function planElement({ value, isOptional }: CheckedElement, planning: Planning, plan: Plan): Part {
  return { value: plan(value, planning), isOptional };
}

function foldConstants(run: Step, parts: readonly Planned[]): Planned {
  if (!parts.every(({ constant: known }) => known !== undefined)) return { run };
  const value = run({ activation: new Map(), locals: [], observe: undefined, cost: 0, costLimit: Infinity });
  return value instanceof Failure ? { run } : constant(value);
}

function listOf(parts: readonly Part[], frame: Frame): Outcome {
  const list: CelValue[] = [];
  for (const part of parts) {
    const value = valueOf(part, frame);
    if (value instanceof Failure) return value;
    if (value !== undefined) list.push(value);
  }
  return list;
}

/** Undefined: an optional without a value. */
function valueOf({ value: { run }, isOptional }: Part, frame: Frame): Outcome | undefined {
  const value = run(frame);
  if (!isOptional || value instanceof Failure) return value;
  if (!(value instanceof CelOptional)) throw new NotEvaluatedHere("an element after `?` that is no optional");
  return value.value;
}

export function planMap({ entries }: CheckedMap, planning: Planning, plan: Plan): Planned {
  const parts = entries.map((entry) => ({ ...planElement(entry, planning, plan), key: plan(entry.key, planning) }));
  const run: Step = (frame) => {
    const map = mapOf(parts, frame);
    charge(frame, mapCost);
    return map;
  };
  return foldConstants(
    run,
    parts.flatMap(({ key, value }) => [key, value]),
  );
}

/** Of equal keys the last counts, and a none takes away what was there. */
function mapOf(parts: readonly Entry[], frame: Frame): Outcome {
  const map = new Map<CelValue, CelValue>();
  for (const part of parts) {
    const key = part.key.run(frame);
    if (key instanceof Failure) return key;
    const value = valueOf(part, frame);
    if (value instanceof Failure) return value;
    if (value === undefined) map.delete(keyIn(map, key));
    else map.set(keyIn(map, key), value);
  }
  return map;
}
