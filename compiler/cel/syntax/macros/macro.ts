import { CelCompileError } from "../../failures.ts";
import type { CelExpression, CelIdentifier } from "../expression.ts";
import { accumulatorName } from "./build.ts";

/** What looks like a method in the text and is another expression by the time it is checked. */
export interface Macro {
  readonly name: string;
  /** Number of arguments. */
  readonly arity: number;
  /** The first minor version of Kubernetes in which it can be written; absent: 1.30 or before. */
  readonly since?: number;
  readonly expand: (target: CelExpression, args: readonly CelExpression[]) => CelExpression;
}

/** The variable that a macro declares. */
export function requireVariable(argument: CelExpression | undefined): CelIdentifier {
  if (argument?.kind !== "identifier") throw new CelCompileError("a macro's variable must be a simple name");
  if (argument.name === accumulatorName || argument.name === "__result__") {
    throw new CelCompileError("iteration variable overwrites accumulator variable");
  }
  return argument;
}
