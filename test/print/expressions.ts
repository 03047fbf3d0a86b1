import * as ir from "../../compiler/ir/expression.ts";

const span = { file: "", start: 0, end: 0 };

/** Expressions without places, as short as the CEL that they become. */
export const e = {
  id: (name: string) => ir.identifier(name, span),
  variable: (name: string) => ir.variable(name, span),
  literal: (value: ir.Literal["value"]) => ir.literal(value, span),
  select: (operand: ir.Expression, field: string) => ir.select(operand, field, span),
  optionalSelect: (operand: ir.Expression, field: string) => ir.optionalSelect(operand, field, span),
  index: (operand: ir.Expression, key: ir.Expression) => ir.index(operand, key, span),
  optionalIndex: (operand: ir.Expression, key: ir.Expression) => ir.optionalIndex(operand, key, span),
  call: (name: string, ...args: readonly ir.Expression[]) => ir.call(name, args, span),
  method: (receiver: ir.Expression, name: string, ...args: readonly ir.Expression[]) => ir.method(receiver, name, args, span),
  not: (operand: ir.Expression) => ir.not(operand, span),
  binary: (left: ir.Expression, operator: ir.BinaryOperator, right: ir.Expression) => ir.binary(left, operator, right, span),
  choice: (condition: ir.Expression, whenTrue: ir.Expression, whenFalse: ir.Expression) =>
    ir.conditional(condition, [whenTrue, whenFalse], span),
  list: (...elements: readonly ir.Expression[]) => ir.listLiteral(elements, span),
  map: (...entries: ir.MapLiteral["entries"]) => ir.mapLiteral(entries, span),
  iterate: (range: ir.Expression, method: ir.ComprehensionMethod, variable: string, body: ir.Expression) =>
    ir.comprehension({ method, range, variable, body, bound: undefined, entries: 0, span }),
};
