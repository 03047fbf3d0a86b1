import type { CelFunction, Overload } from "../functions/cel-function.ts";
import type { CelType } from "../values/cel-type.ts";
import type { CelValue } from "../values/value.ts";

/** An expression whose names, functions and types are known. */
export type Checked =
  | CheckedConstant
  | CheckedVariable
  | CheckedLocal
  | CheckedSelect
  | CheckedCall
  | CheckedList
  | CheckedMap
  | CheckedComprehension;

/** As in `Expression`. */
export interface Placed {
  readonly start: number;
  readonly end: number;
  /** As far as it was known when the node was checked. */
  readonly type: CelType;
}

export interface CheckedConstant extends Placed {
  readonly kind: "constant";
  readonly value: CelValue;
}

/** A name that is bound from outside; it may have dots. */
export interface CheckedVariable extends Placed {
  readonly kind: "variable";
  readonly name: string;
}

/** A variable or accumulator of a comprehension. */
export interface CheckedLocal extends Placed {
  readonly kind: "local";
  readonly name: string;
}

export interface CheckedSelect extends Placed {
  readonly kind: "select";
  readonly operand: Checked;
  readonly field: string;
  readonly isTest: boolean;
}

export interface CheckedCall extends Placed {
  readonly kind: "call";
  readonly function: CelFunction;
  /** Those whose types fit, of which one is chosen at run time. */
  readonly overloads: readonly Overload[];
  /** The target of a method first. */
  readonly arguments: readonly Checked[];
}

export interface CheckedElement {
  readonly value: Checked;
  readonly isOptional: boolean;
}

export interface CheckedEntry extends CheckedElement {
  readonly key: Checked;
}

export interface CheckedList extends Placed {
  readonly kind: "list";
  readonly elements: readonly CheckedElement[];
}

export interface CheckedMap extends Placed {
  readonly kind: "map";
  readonly entries: readonly CheckedEntry[];
}

export interface CheckedComprehension extends Placed {
  readonly kind: "comprehension";
  readonly range: Checked;
  readonly variable: string;
  readonly secondVariable: string | undefined;
  readonly accumulator: string;
  readonly initial: Checked;
  readonly condition: Checked;
  readonly step: Checked;
  readonly result: Checked;
}
