import type { CheckedCall } from "../check/checked.ts";
import { Failure, noSuchOverload } from "../failures.ts";
import { CelOptional } from "../values/value.ts";
import type { Plan, Planned, Planning } from "./planned.ts";

/** `a.or(b)`, `a.orValue(b)`: `b` is evaluated only where `a` is none. A null that is there is not absent. It costs nothing. */
export function planAlternative(node: CheckedCall, planning: Planning, plan: Plan): Planned {
  const [optional, other] = node.arguments.map((part) => plan(part, planning).run);
  if (optional === undefined || other === undefined) throw new Error("no alternative: please report this bug of Holdfast");
  const isOr = node.function.name === "or";
  return {
    run: (frame) => {
      const value = optional(frame);
      if (value instanceof Failure) return value;
      if (!(value instanceof CelOptional)) return noSuchOverload;
      if (value.value === undefined) return other(frame);
      return isOr ? value : value.value;
    },
  };
}
