import { CelCompileError } from "../../failures.ts";
import type { CelExpression } from "../expression.ts";
import { bindingMacros } from "./binding.ts";
import type { Macro } from "./build.ts";
import { oneVariableMacros } from "./one-variable.ts";
import { twoVariableMacros } from "./two-variable.ts";

const macros: ReadonlyMap<string, Macro> = new Map(
  [...oneVariableMacros, ...twoVariableMacros, ...bindingMacros].map((macro) => [keyOf(macro.name, macro.arity), macro]),
);

function keyOf(name: string, arity: number): string {
  return `${name}/${arity}`;
}

/** What `target.name(...)` stands for, where it is a macro in that minor version of Kubernetes. */
export function expandMethod(
  name: string,
  target: CelExpression,
  args: readonly CelExpression[],
  minor: number,
): CelExpression | undefined {
  const macro = macros.get(keyOf(name, args.length));
  return macro === undefined || (macro.since ?? 0) > minor ? undefined : macro.expand(target, args);
}

/** `has(operand.field)` */
export function expandHas([argument]: readonly CelExpression[]): CelExpression {
  if (argument?.kind !== "select") throw new CelCompileError("invalid argument to has() macro");
  return { ...argument, isTest: true };
}
