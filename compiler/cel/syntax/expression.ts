import type { CelUint } from "../values/value.ts";

/**
 * CEL as plain data, after macros: operators are calls of functions with names such as `_+_`, and `exists`, `map` and
 * alike are comprehensions (cel-go: common/ast/expr.go).
 */
export type CelExpression = CelLiteral | CelIdentifier | CelSelect | CelCall | ListLiteral | CelMapLiteral | CelComprehension;

/**
 * Offsets in the text; they leave out parentheses around the node. A node that a macro made has no place: `start` is
 * -1.
 */
interface Placed {
  readonly start: number;
  readonly end: number;
}

export type LiteralValue = null | boolean | bigint | number | string | CelUint | Uint8Array;

export interface CelLiteral extends Placed {
  readonly kind: "literal";
  readonly value: LiteralValue;
}

export interface CelIdentifier extends Placed {
  readonly kind: "identifier";
  readonly name: string;
}

/** `operand.field`, or `has(operand.field)` where it is a test. */
export interface CelSelect extends Placed {
  readonly kind: "select";
  readonly operand: CelExpression;
  readonly field: string;
  readonly isTest: boolean;
}

/** `name(...)`, or `target.name(...)`. */
export interface CelCall extends Placed {
  readonly kind: "call";
  readonly name: string;
  readonly target: CelExpression | undefined;
  readonly arguments: readonly CelExpression[];
}

/** `[a, ?b]` */
export interface ListLiteral extends Placed {
  readonly kind: "list";
  readonly elements: readonly Element[];
}

export interface Element {
  readonly value: CelExpression;
  readonly isOptional: boolean;
}

/** `{a: b, ?c: d}` */
export interface CelMapLiteral extends Placed {
  readonly kind: "map";
  readonly entries: readonly CelMapEntry[];
}

export interface CelMapEntry extends Element {
  readonly key: CelExpression;
}

/** A fold over a list or the keys of a map; with a second variable over indices or keys and what is there. */
export interface CelComprehension extends Placed {
  readonly kind: "comprehension";
  readonly range: CelExpression;
  readonly variable: string;
  readonly secondVariable: string | undefined;
  /** The name under which the result so far is known. */
  readonly accumulator: string;
  readonly initial: CelExpression;
  /** Evaluated before each step; the fold ends where it is false. */
  readonly condition: CelExpression;
  readonly step: CelExpression;
  readonly result: CelExpression;
}
