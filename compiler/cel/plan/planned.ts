import type { Checked } from "../check/checked.ts";
import type { CelValue } from "../values/value.ts";
import type { Attribute } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** A planned node. Some nodes are planned in another way above a constant, or go on where an attribute ends. */
export interface Planned {
  readonly run: Step;
  readonly constant?: { readonly value: CelValue };
  readonly attribute?: Attribute;
}

/** A variable of a comprehension, or its accumulator, which is evaluated when it is first read. */
export interface PlannedLocal {
  readonly name: string;
  readonly initial: Step | undefined;
}

/** What is known of the context of a node. */
export interface Planning {
  /** Outermost first. */
  readonly locals: readonly PlannedLocal[];
  /** Whether each node says what it gave. */
  readonly isObserved: boolean;
  /** The minor version of Kubernetes. */
  readonly minor: number;
}

/** Every construct is planned by a function of its own; they plan their parts through this one. */
export type Plan = (node: Checked, planning: Planning) => Planned;

export function constant(value: CelValue): Planned {
  return { constant: { value }, run: () => value };
}
