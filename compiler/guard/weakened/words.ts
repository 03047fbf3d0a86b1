import {
  type Comprehension,
  type Expression,
  binary,
  call,
  comprehension,
  identifier,
  listLiteral,
  literal,
  method,
  optionalSelect,
  select,
} from "../../ir/expression.ts";

import { longestObjectName } from "../../ir/valid-names.ts";

/** What Holdfast adds of its own stands in no file of the author's. */
export const ownSpan = { file: "holdfast", start: 0, end: 0 } as const;

/** CEL in few words, for conditions that nobody's source is behind. */
export const name = (text: string): Expression => identifier(text, ownSpan);

export const textLiteral = (value: string): Expression => literal(value, ownSpan);

export const field = (operand: Expression, ...path: readonly string[]): Expression =>
  path.reduce((of, step) => select(of, step, ownSpan), operand);

/**
 * A name, a word of a few, or a selector: comparing it costs next to nothing. The API server takes names of 253
 * characters at most, and of maps cel-go counts the entries (interpreter/runtimecost.go).
 */
export const shortField = (operand: Expression, step: string): Expression => ({
  ...select(operand, step, ownSpan),
  maxBytes: longestObjectName,
});

/** `operand.?field` */
export const maybe = (operand: Expression, step: string): Expression => optionalSelect(operand, step, ownSpan);

/** `operand.?field.orValue([])` */
export const listOrEmpty = (operand: Expression, step: string): Expression =>
  method(maybe(operand, step), "orValue", [listLiteral([], ownSpan)], ownSpan);

/** `operand.?field.orValue('')` */
export const textOrEmpty = (operand: Expression, step: string): Expression =>
  method(maybe(operand, step), "orValue", [textLiteral("")], ownSpan);

export const equals = (left: Expression, right: Expression): Expression => binary(left, "==", right, ownSpan);

export const differs = (left: Expression, right: Expression): Expression => binary(left, "!=", right, ownSpan);

/** `item in range`; that `range` has at most so many entries is asked before. */
export const isIn = (item: Expression, range: Expression, entries: number): Expression => ({
  ...binary(item, "in", range, ownSpan),
  entries,
});

export const all = (...parts: readonly Expression[]): Expression =>
  parts.reduce((left, right) => binary(left, "&&", right, ownSpan));

export const any = (...parts: readonly Expression[]): Expression =>
  parts.reduce((left, right) => binary(left, "||", right, ownSpan));

/** More entries than are compared. */
export const isLarger = (range: Expression, most: number): Expression =>
  binary(call("size", [range], ownSpan), ">", literal(most, ownSpan), ownSpan);

/** `range.exists(variable, body)`; that `range` has at most so many entries is asked before. */
export function iterate(how: Comprehension["method"], range: Expression, parts: Iterated): Expression {
  const { as: variable, most: entries, body } = parts;
  return comprehension({ method: how, range, variable, body: body(name(variable)), bound: undefined, entries, span: ownSpan });
}

interface Iterated {
  /** Name of an entry. */
  readonly as: string;
  readonly most: number;
  readonly body: (entry: Expression) => Expression;
}

/** Entries that are compared, pair by pair; an update of something with more is denied. Nobody has as many. */
export const most = {
  validations: 200,
  rules: 10,
  operations: 5,
  items: 30,
  /** All that there are. */
  actions: 3,
  conditions: 64,
  webhooks: 50,
  rulesOfWebhook: 30,
  conditionsOfWebhook: 8,
} as const;
