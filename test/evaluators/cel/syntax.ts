import type { CelScalar } from "./value.ts";

/** CEL as plain data: what the evaluator needs of a parsed expression, whoever parsed it. */
export type Syntax =
  | Literal
  | Identifier
  | Select
  | Index
  | Has
  | Call
  | Not
  | Logical
  | Binary
  | Conditional
  | List
  | MapLiteral
  | Comprehension;

export interface Literal {
  readonly kind: "literal";
  readonly value: CelScalar;
}

export interface Identifier {
  readonly kind: "identifier";
  readonly name: string;
}

/** `operand.field`, or `operand.?field`. */
export interface Select {
  readonly kind: "select";
  readonly operand: Syntax;
  readonly field: string;
  readonly optional: boolean;
}

/** `operand[key]`, or `operand[?key]`. */
export interface Index {
  readonly kind: "index";
  readonly operand: Syntax;
  readonly key: Syntax;
  readonly optional: boolean;
}

/** `has(operand.field)` */
export interface Has {
  readonly kind: "has";
  readonly operand: Syntax;
  readonly field: string;
}

/** `receiver.name(...)`, or `name(...)`; a name may have a namespace: `optional.of`. */
export interface Call {
  readonly kind: "call";
  readonly name: string;
  readonly receiver: Syntax | undefined;
  readonly arguments: readonly Syntax[];
}

export interface Not {
  readonly kind: "not";
  readonly operand: Syntax;
}

export interface Logical {
  readonly kind: "logical";
  readonly operator: "&&" | "||";
  readonly left: Syntax;
  readonly right: Syntax;
}

export type BinaryOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "+";

export interface Binary {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: Syntax;
  readonly right: Syntax;
}

export interface Conditional {
  readonly kind: "conditional";
  readonly condition: Syntax;
  readonly whenTrue: Syntax;
  readonly whenFalse: Syntax;
}

export interface List {
  readonly kind: "list";
  readonly elements: readonly Syntax[];
}

export interface MapLiteral {
  readonly kind: "map";
  readonly entries: readonly (readonly [key: Syntax, value: Syntax])[];
}

export type ComprehensionMethod = "exists" | "all" | "filter" | "map";

/** `range.method(variable, body)` */
export interface Comprehension {
  readonly kind: "comprehension";
  readonly method: ComprehensionMethod;
  readonly range: Syntax;
  readonly variable: string;
  readonly body: Syntax;
}
