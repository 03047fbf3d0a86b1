import type { Node } from "ts-morph";
import type { Expression } from "../../../ir/expression.ts";
import type { Dynamic, Value } from "../../value.ts";

/**
 * What a name holds while a loop over a list of the cluster goes on: what it has held before the element, changed by
 * the step that the element takes. CEL has no such value, but can say what the steps of all elements come to
 * (`finish.ts`).
 */
export interface CarriedValue {
  readonly kind: "carried";
  readonly of: Carrier;
  readonly step: Step;
  /** What TypeScript has evaluated when the step is taken. */
  readonly before: readonly Expression[];
  readonly node: Node;
}

/** A condition about what a name holds while a loop goes on. */
export interface CarriedTest {
  readonly kind: "carried test";
  readonly test: Test;
  readonly node: Node;
}

/** A name that loops change: a `let`, a list that grows, or the first parameter of what `reduce` is given. */
export interface Carrier {
  readonly declaration: Node;
  readonly name: string;
}

/** What one element does to what is carried. Everything in it is about that element alone. */
export type Step = Nothing | Sets | Adds | Appends | Pushes | IsExtreme | IsFirst | ChoosesStep;

interface Nothing {
  readonly does: "nothing";
}

export interface Sets {
  readonly does: "set";
  readonly value: Value;
}

/** Numbers, one after the other. */
export interface Adds {
  readonly does: "add";
  readonly values: readonly Value[];
}

/** Texts, one after the other. */
export interface Appends {
  readonly does: "append";
  readonly texts: readonly Value[];
}

/** Lists, one after the other. */
export interface Pushes {
  readonly does: "push";
  readonly lists: readonly Value[];
}

/** The number, where it is larger or smaller than what was there. */
export interface IsExtreme {
  readonly does: "max" | "min";
  readonly value: Value;
  /** `Math.max`, which gives NaN where there is no number; a comparison is false there. */
  readonly isCalculated: boolean;
  /** Also where nothing was there. */
  readonly fromNothing: WhatIsNothing | false;
}

/** `=== undefined`, `=== null`, or `== null`. */
export type WhatIsNothing = undefined | null | "either";

/** The value, where nothing was there before, or nothing that JavaScript takes for true. */
export interface IsFirst {
  readonly does: "first";
  readonly unless: "present" | "true";
  readonly nothing: WhatIsNothing;
  readonly value: Value;
}

export interface ChoosesStep {
  readonly does: "choose";
  readonly condition: Dynamic;
  readonly branches: readonly [Step, Step];
}

export type Leaf = Exclude<Step, ChoosesStep>;

export type Test = AsksCarried | Compares | Joins;

/** Whether it is there, or true. */
export interface AsksCarried {
  readonly asks: "present" | "true";
  readonly nothing: WhatIsNothing;
  readonly of: CarriedValue;
  readonly isNegated: boolean;
}

/** `other > carried`; negated nothing can be told, since neither holds of NaN. */
export interface Compares {
  readonly asks: "order" | "not in order";
  readonly of: CarriedValue;
  readonly isLarger: boolean;
  readonly other: Value;
}

/** `a && b`, `a || b`, of which one at least is about what is carried. */
export interface Joins {
  readonly asks: "all" | "any";
  readonly parts: readonly [Value, Value];
}

export const nothing: Nothing = { does: "nothing" };

export const carried = (of: Carrier, node: Node, step: Step = nothing): CarriedValue => ({
  kind: "carried",
  of,
  step,
  before: [],
  node,
});

/** All that a step may come to. */
export function leavesOf(step: Step): readonly Leaf[] {
  return step.does === "choose" ? step.branches.flatMap(leavesOf) : [step];
}

/** The same step after another of the same kind; undefined where there is none. */
export function followedBy(first: Step, next: Adds | Appends | Pushes): Step | undefined {
  if (first.does === "choose") {
    const [left, right] = [followedBy(first.branches[0], next), followedBy(first.branches[1], next)];
    return left && right && { ...first, branches: [left, right] };
  }
  if (first.does === "nothing") return next;
  if (first.does === "add" && next.does === "add") return { does: "add", values: [...first.values, ...next.values] };
  if (first.does === "append" && next.does === "append") return { does: "append", texts: [...first.texts, ...next.texts] };
  return first.does === "push" && next.does === "push" ? { does: "push", lists: [...first.lists, ...next.lists] } : undefined;
}
