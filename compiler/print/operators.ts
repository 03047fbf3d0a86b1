import type { BinaryOperator } from "../ir/expression.ts";

interface OperatorRow {
  /** Higher binds tighter. CEL ranks all relations alike (cel-go: common/operators). */
  readonly precedence: number;
  /**
   * `flat` operators group either way, so `a && (b && c)` needs no parentheses; `left` ones associate to the left.
   * Relations do, too, but `a == b == c` misleads readers, so a relation inside a relation always has parentheses.
   */
  readonly associativity: "left" | "flat" | "none";
}

export const conditionalPrecedence = 1;
export const unaryPrecedence = 7;
/** Selections, calls, literals: never in parentheses. */
export const memberPrecedence = 8;

/** The operator table: parentheses are decided from it alone. `+` is flat on text, but not on doubles, which round. */
export const binaryOperators: Readonly<Record<BinaryOperator, OperatorRow>> = {
  "||": { precedence: 2, associativity: "flat" },
  "&&": { precedence: 3, associativity: "flat" },
  "==": { precedence: 4, associativity: "none" },
  "!=": { precedence: 4, associativity: "none" },
  "<": { precedence: 4, associativity: "none" },
  "<=": { precedence: 4, associativity: "none" },
  ">": { precedence: 4, associativity: "none" },
  ">=": { precedence: 4, associativity: "none" },
  in: { precedence: 4, associativity: "none" },
  "+": { precedence: 5, associativity: "left" },
  "-": { precedence: 5, associativity: "left" },
  "*": { precedence: 6, associativity: "left" },
  "/": { precedence: 6, associativity: "left" },
  "%": { precedence: 6, associativity: "left" },
};
