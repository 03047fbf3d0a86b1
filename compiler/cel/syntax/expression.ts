import type { CelUint } from "../values/value.ts";

/**
 * CEL as plain data, after macros: operators are calls of functions with names such as `_+_`, and `exists`, `map` and
 * alike are comprehensions (cel-go: common/ast/expr.go).
 */
export type Expression = Literal | Identifier | Select | Call | ListLiteral | MapLiteral | Comprehension;

/** Offsets in the text; they leave out parentheses around the node. A node that a macro made has no place: `start` is -1. */
interface Placed {
  readonly start: number;
  readonly end: number;
}

export type LiteralValue = null | boolean | bigint | number | string | CelUint | Uint8Array;

export interface Literal extends Placed {
  readonly kind: "literal";
  readonly value: LiteralValue;
}

export interface Identifier extends Placed {
  readonly kind: "identifier";
  readonly name: string;
}

/** `operand.field`, or `has(operand.field)` where it is a test. */
export interface Select extends Placed {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  readonly isTest: boolean;
}

/** `name(...)`, or `target.name(...)`. */
export interface Call extends Placed {
  readonly kind: "call";
  readonly name: string;
  readonly target: Expression | undefined;
  readonly arguments: readonly Expression[];
}

/** `[a, ?b]` */
export interface ListLiteral extends Placed {
  readonly kind: "list";
  readonly elements: readonly Element[];
}

export interface Element {
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** `{a: b, ?c: d}` */
export interface MapLiteral extends Placed {
  readonly kind: "map";
  readonly entries: readonly Entry[];
}

export interface Entry extends Element {
  readonly key: Expression;
}

/** A fold over a list or the keys of a map; with a second variable over indices or keys and what is there. */
export interface Comprehension extends Placed {
  readonly kind: "comprehension";
  readonly range: Expression;
  readonly variable: string;
  readonly secondVariable: string | undefined;
  /** The name under which the result so far is known. */
  readonly accumulator: string;
  readonly initial: Expression;
  /** Evaluated before each step; the fold ends where it is false. */
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}
