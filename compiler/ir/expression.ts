import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { GroupVersionResource } from "../api/resource.ts";
import type { RecordShape } from "../api/shape.ts";

/**
 * The middle form: CEL as plain data. One node is one piece of CEL, each carries the place in the author's source
 * that it came from, and nothing here knows TypeScript or YAML.
 */
export type Expression =
  | Literal
  | Identifier
  | Variable
  | Local
  | Select
  | Index
  | Call
  | Not
  | Binary
  | Conditional
  | List
  | MapLiteral
  | Comprehension
  | Sequence
  | Demand
  | Query
  | Beyond;

interface Node {
  readonly span: Span;
}

/** `'text'`, `true`, `null`, `3` (an integer prints as CEL int, anything else as double), `3.0` where `isDouble`. */
export interface Literal extends Node {
  readonly kind: "literal";
  readonly value: string | number | boolean | null;
  readonly isDouble?: true;
}

/** A root (`oldObject`, `request`), a variable of a comprehension, or a type name (`string`). */
export interface Identifier extends Node {
  readonly kind: "identifier";
  readonly name: string;
  /** Of an element of a list that was calculated: what its numbers may be (number-range.ts). */
  readonly range?: "infinite" | "not a number";
}

/** `variables.name`: an expression shared by the validations of one ValidatingAdmissionPolicy. */
export interface Variable extends Node {
  readonly kind: "variable";
  readonly name: string;
}

/**
 * A `const` of the author's, with what it stands for. Sharing decides whether it becomes a `Variable` or is put in
 * place, so no `Local` is left when an expression is printed.
 */
export interface Local extends Node {
  readonly kind: "local";
  readonly name: string;
  readonly definition: Expression;
  /** `author`: a `const` of the rule; `compiler`: a name for something that may be needed more than once. */
  readonly namedBy: "author" | "compiler";
}

/** `operand.field`, or `operand.?field` where `optional`. */
export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  readonly optional: boolean;
  /** What the API server lets into the field, for the estimate of cost: bytes of a text, entries of a list or map. */
  readonly maxBytes?: number;
}

/** `operand[index]`, or `operand[?index]` where `optional`. */
export interface Index extends Node {
  readonly kind: "index";
  readonly operand: Expression;
  readonly index: Expression;
  readonly optional: boolean;
  /** As that of a field. */
  readonly maxBytes?: number;
}

/** `receiver.function(arguments)`, or `function(arguments)` without a receiver. */
export interface Call extends Node {
  readonly kind: "call";
  readonly function: string;
  readonly receiver: Expression | undefined;
  readonly arguments: readonly Expression[];
  /** `size` of text, whose bytes it limits, and a place in a text; those of a list or map say nothing of them. */
  readonly counts?: "characters";
  /** Most elements of the list that it is about, for the estimate of its cost; as many as a rule may iterate over, unless told. */
  readonly entries?: number;
  /** For the estimate of the cost of `matches`: what counted repetitions add to the work for each character. */
  readonly addedSteps?: number;
}

export interface Not extends Node {
  readonly kind: "not";
  readonly operand: Expression;
}

export type BinaryOperator = "||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "+" | "-" | "*" | "/" | "%";

export interface Binary extends Node {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  /** `==` and `!=`: what is stored on the left may be a list or map, whatever its type says. */
  readonly ofAnyType?: true;
  /**
   * `in`: most entries on the right that are looked at, for the estimate of cost; as many as a rule may iterate over,
   * unless told.
   */
  readonly entries?: number;
}

/** `condition ? whenTrue : whenFalse` */
export interface Conditional extends Node {
  readonly kind: "conditional";
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}

export interface List extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
}

export interface MapLiteral extends Node {
  readonly kind: "map";
  readonly entries: readonly (readonly [Expression, Expression])[];
}

export type ComprehensionMethod = "exists" | "all" | "filter" | "map";

/**
 * `range.method(variable, body)`; over a map, `variable` runs through its keys. With a name for the position:
 * `range.exists(position, variable, body)`, and `transformList` for `map` and `filter`.
 */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly method: ComprehensionMethod;
  readonly range: Expression;
  readonly variable: string;
  /** int: how many elements are before. From Kubernetes 1.33 on. */
  readonly position?: string | undefined;
  readonly body: Expression;
  /** The range is a stored list or map of any size: a request that reaches more entries than this is denied. */
  readonly bound: number | undefined;
  /** Most entries that are iterated over, for the estimate of cost. */
  readonly entries: number;
  /** Where the stored collection comes from (`oldObject.spec.items`), as far as that is a plain path. */
  readonly path?: readonly string[] | undefined;
  /** How many iterations over stored collections are around this one, where TypeScript evaluates it. */
  readonly nesting?: number;
  /**
   * Inside of another iteration, where nothing limits its size before that begins: `true` looks at it for each element,
   * when TypeScript reaches it; `false` where that has been done.
   */
  readonly whenReached?: boolean;
  /** bool: the element has its declared type. */
  readonly elementTest?: Expression | undefined;
  /** What is iterated over for each element of this collection: limited, too. */
  readonly inside?: readonly IterationInside[];
}

/** A collection that is iterated over inside the iteration over another. */
export interface IterationInside {
  /** Stands for the element of the other in `range`. */
  readonly variable: string;
  readonly range: Expression;
}

export const literal = (value: Literal["value"], span: Span): Literal => ({ kind: "literal", value, span });

/** `3.0` */
export const doubleLiteral = (value: number, span: Span): Literal => ({ kind: "literal", value, isDouble: true, span });

export const identifier = (name: string, span: Span): Identifier => ({ kind: "identifier", name, span });

export const variable = (name: string, span: Span): Variable => ({ kind: "variable", name, span });

export const local = (name: string, definition: Expression, namedBy: Local["namedBy"]): Local => ({
  kind: "local",
  name,
  definition,
  namedBy,
  span: definition.span,
});

export const select = (operand: Expression, field: string, span: Span): Select => ({
  kind: "select",
  operand,
  field,
  optional: false,
  span,
});

export const optionalSelect = (operand: Expression, field: string, span: Span): Select => ({
  ...select(operand, field, span),
  optional: true,
});

export const index = (operand: Expression, key: Expression, span: Span): Index => ({
  kind: "index",
  operand,
  index: key,
  optional: false,
  span,
});

export const optionalIndex = (operand: Expression, key: Expression, span: Span): Index => ({
  ...index(operand, key, span),
  optional: true,
});

export const call = (name: string, args: readonly Expression[], span: Span): Call => ({
  kind: "call",
  function: name,
  receiver: undefined,
  arguments: args,
  span,
});

export const method = (receiver: Expression, name: string, args: readonly Expression[], span: Span): Call => ({
  ...call(name, args, span),
  receiver,
});

export const not = (operand: Expression, span: Span): Not => ({ kind: "not", operand, span });

export const binary = (left: Expression, operator: BinaryOperator, right: Expression, span: Span): Binary => ({
  kind: "binary",
  operator,
  left,
  right,
  span,
});

export const conditional = (
  condition: Expression,
  branches: readonly [whenTrue: Expression, whenFalse: Expression],
  span: Span,
): Conditional => ({ kind: "conditional", condition, whenTrue: branches[0], whenFalse: branches[1], span });

export const listLiteral = (elements: readonly Expression[], span: Span): List => ({ kind: "list", elements, span });

export const mapLiteral = (entries: MapLiteral["entries"], span: Span): MapLiteral => ({ kind: "map", entries, span });

/** The names that its body may use. */
export function variablesOf({ position, variable: element }: Comprehension): readonly string[] {
  return position === undefined ? [element] : [position, element];
}

export const comprehension = (parts: Omit<Comprehension, "kind">): Comprehension => ({ kind: "comprehension", ...parts });

/**
 * `then`, where TypeScript has evaluated `first` before. CEL evaluates nothing that it does not need; only where the
 * evaluation of `first` ends (a limit on iterations, a `Demand`) counts on the way, so printing shows `then` alone.
 */
export interface Sequence extends Node {
  readonly kind: "sequence";
  readonly first: Expression;
  readonly then: Expression;
}

/**
 * Ends the evaluation unless `present` holds, where JavaScript throws: `oldObject.spec.names` of an object without
 * `spec`. It stands in `first` of a `Sequence` alone, and is never printed.
 */
export interface Demand extends Node {
  readonly kind: "demand";
  /** bool */
  readonly present: Expression;
  /** What has to be there, for people: `spec.names`. */
  readonly what: string;
  /** What is wrong, in a few words, where it is something else than that `what` is absent. */
  readonly problem?: string;
}

export const demand = (present: Expression, what: string, span: Span): Demand => ({ kind: "demand", present, what, span });

/** Ends the evaluation unless `holds` (bool), because of `problem`. */
export const demandThat = (holds: Expression, problem: string): Demand => ({
  ...demand(holds, "", holds.span),
  problem,
});

export const sequence = (first: Expression, then: Expression): Sequence => ({ kind: "sequence", first, then, span: then.span });

/**
 * What a rule asks about the rest of the cluster: `cluster.exists(...)`, a bool, or `cluster.list(...)`, a list of
 * objects. CEL cannot express it, so none is left in what is printed.
 */
export interface Query extends Node {
  readonly kind: "query";
  readonly asks: "exists" | "list";
  readonly resource: GroupVersionResource;
  readonly declaration: ResourceDeclaration;
  /** What is known of the type of the objects. */
  readonly shape: RecordShape;
  readonly which: readonly Criterion[];
}

/** One `resource({...})`, compared as an object: a function that is called twice declares twice, at one place. */
export interface ResourceDeclaration {
  readonly span: Span;
  /** Of the span, 1-based. */
  readonly line: number;
}

export interface Criterion {
  readonly by: "namespace" | "name" | "uid" | "label" | "finalizer" | "owner" | "index";
  /** Of a label or an index. */
  readonly key?: string;
  /** string */
  readonly value: Expression;
}

/**
 * bool: what CEL cannot say of a rule that the webhook answers (ADR 63). Like a query, none is left in what is printed;
 * unlike one it may throw, so that it stands behind a `Demand` for itself.
 */
export interface Beyond extends Node {
  readonly kind: "beyond";
  /** No two have the same: what stands in one place may mean something else each time. */
  readonly id: number;
  /** The author's words, on one line. */
  readonly text: string;
  /** Why CEL cannot say it. */
  readonly why: Diagnostic;
  /** What of the request it depends on, as far as that is found by constant keys: marks, fields, queries. */
  readonly reads: readonly Expression[];
  /** What it reads as a whole, of which no guard can keep a part: `annotations`, `labels`, `the object`. */
  readonly wholes: readonly string[];
  /** It asks what time it is. */
  readonly readsTime: boolean;
}
