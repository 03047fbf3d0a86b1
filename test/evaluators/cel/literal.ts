import { NotEvaluatedHere } from "./failures.ts";
import type { Syntax } from "./syntax.ts";

const int64End = 2n ** 63n;

export function readLiteral(value: unknown, source: string): Syntax {
  switch (typeof value) {
    case "boolean":
    case "number":
      return { kind: "literal", value };
    case "string":
      return { kind: "literal", value: requireRead(value, source) };
    case "bigint":
      if (value >= int64End) throw new NotEvaluatedHere(`the int ${source} is beyond int64`);
      return { kind: "literal", value };
    default:
      if (value === null) return { kind: "literal", value };
      throw new NotEvaluatedHere(`the literal ${source}`);
  }
}

/** In a raw string cel-js lets a backslash hide a quote; in cel-go it hides nothing. */
function requireRead(value: string, source: string): string {
  if (/^[rR]/.test(source) && value.includes("\\")) throw new NotEvaluatedHere("a backslash in a raw string");
  return value;
}

/** A minus is understood in front of a number only. */
export function readNegative(operand: Syntax): Syntax {
  const isNumber = operand.kind === "literal" && (typeof operand.value === "bigint" || typeof operand.value === "number");
  if (!isNumber) throw new NotEvaluatedHere("arithmetic");
  return { kind: "literal", value: -(operand.value as number) };
}
