import { CelError, type Failure } from "../failures.ts";
import type { CelValue } from "../values/value.ts";

/** What the names of an expression hold in one evaluation; a `Map` is one. Undefined: nothing is bound to the name. */
export interface Activation {
  get(name: string): CelValue | undefined;
}

/**
 * Hears what each part of an expression gave, in the order of evaluation, once for each time: `start` and `end` are
 * offsets in the text of the expression. A part that is not evaluated is not heard of.
 */
export type Observe = (start: number, end: number, value: CelValue | CelError) => void;

export type Outcome = CelValue | Failure;

/** One run of one expression. */
export interface Frame {
  readonly activation: Activation;
  /** The variables and accumulators of the comprehensions around, by depth. */
  readonly locals: (Outcome | undefined)[];
  readonly observe: Observe | undefined;
  /** What the run has cost so far, and may cost (cel-go: interpreter/runtimecost.go). */
  cost: number;
  readonly costLimit: number;
}

/** A piece of an expression, ready to run. */
export type Step = (frame: Frame) => Outcome;

/** Ends the evaluation where it becomes too expensive; nothing absorbs that. */
export function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  if (frame.cost > frame.costLimit) throw new CelError("operation cancelled: actual cost limit exceeded");
}
