import type { Type } from "ts-morph";

/** Whether a value of that type may be absent. ts-morph's `isNullable` asks unions only, and not `undefined` or `unknown` by itself. */
export function isNullable(type: Type): boolean {
  return type.isNullable() || type.isUndefined() || type.isNull() || type.isUnknown();
}
