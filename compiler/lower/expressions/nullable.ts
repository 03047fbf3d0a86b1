import type { Type } from "ts-morph";

/**
 * Whether a value of that type may be absent. ts-morph's `isNullable` asks unions only, and not `undefined` or `unknown` by
 * itself. Of `any`, which TypeScript infers in places, it knows nothing.
 */
export function isNullable(type: Type): boolean {
  return type.isNullable() || type.isUndefined() || type.isNull() || type.isUnknown() || type.isAny();
}
