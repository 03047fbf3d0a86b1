import { codePointCount } from "../values/code-points.ts";
import { CelOptional, type CelValue } from "../values/value.ts";
import type { Failure } from "../failures.ts";

/** What cel-go's costs count of a value; 1 where there is nothing to count. */
export function sizeOf(value: CelValue | Failure | undefined): number {
  return sizerSize(value) ?? (value instanceof CelOptional && value.value !== undefined ? sizeOf(value.value) : 1);
}

/** apiserver's own costs do not look into optionals. */
export function plainSizeOf(value: CelValue | Failure | undefined): number {
  return sizerSize(value) ?? 1;
}

function sizerSize(value: CelValue | Failure | undefined): number | undefined {
  if (typeof value === "string") return codePointCount(value);
  if (value === undefined || value === null || typeof value !== "object") return undefined;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map) return value.size;
  return "size" in value && typeof value.size === "number" ? value.size : undefined;
}
