import type { CheckedCall } from "../check/checked.ts";
import { callCost } from "../cost/charges.ts";
import { CelCompileError, Failure, noSuchOverload } from "../failures.ts";
import type { CelFunction } from "../functions/cel-function.ts";
import { CelType } from "../values/cel-type.ts";
import { type RegularExpression, regularExpression } from "../values/regular-expression.ts";
import { CelOptional, type CelValue } from "../values/value.ts";
import { charge } from "./frame.ts";
import type { Plan, Planned, Planning } from "./planned.ts";

/** A literal pattern is compiled with the expression, and then other words are used for what is no text. */
export function planPattern(
  node: CheckedCall,
  withPattern: NonNullable<CelFunction["withPattern"]>,
  planning: Planning,
  plan: Plan,
): Planned | undefined {
  const parts = node.arguments.map((part) => plan(part, planning));
  const pattern = parts[1]?.constant?.value;
  if (typeof pattern !== "string") return undefined;
  const expression = requireExpression(pattern);
  const [only] = node.overloads;
  const cost = callCost(node.function, node.overloads.length === 1 ? only : undefined, planning.minor);
  return {
    run: (frame) => {
      const values: CelValue[] = [];
      for (const { run } of parts) {
        const value = run(frame);
        if (value instanceof Failure) return value;
        values.push(value);
      }
      const text = nativeText(values[0] ?? null);
      const result = text === undefined ? noSuchOverload : withPattern(text, expression, values.slice(2));
      charge(frame, cost(values, result));
      return result;
    },
  };
}

function requireExpression(pattern: string): RegularExpression {
  try {
    return regularExpression(pattern);
  } catch (error) {
    if (error instanceof SyntaxError) throw new CelCompileError(error.message);
    throw error;
  }
}

/** cel-go's shortcut for literal patterns looks at the Go value, and that of an optional is what it holds. */
function nativeText(value: CelValue): string | undefined {
  if (value instanceof CelOptional) return value.value === undefined ? undefined : nativeText(value.value);
  if (value instanceof CelType) return value.typeName;
  return typeof value === "string" ? value : undefined;
}
