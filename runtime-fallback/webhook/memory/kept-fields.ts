import { isJsonObject, type JsonObject } from "../../../compiler/api/json.ts";
import type { Shape } from "../../../compiler/api/shape.ts";

/**
 * What rules may read of a value, and no more: fifty thousand objects are kept in memory. A value of another type than
 * its shape says stays as it is, because what rules make of it is decided where it is decoded.
 */
export function keptFields(value: unknown, shape: Shape): unknown {
  if (shape.kind === "list" && Array.isArray(value)) return value.map((entry) => keptFields(entry, shape.element));
  if (!isJsonObject(value)) return value;
  if (shape.kind === "map") return kept(value, () => shape.value);
  if (shape.kind === "record")
    return kept(value, (name) => (Object.hasOwn(shape.fields, name) ? shape.fields[name]?.shape : shape.others));
  return value;
}

/** Not by assignment, for `__proto__` is a key as any other. */
function kept(value: JsonObject, shapeOf: (name: string) => Shape | undefined): object {
  const fields = Object.entries(value).flatMap(([name, field]): readonly (readonly [string, unknown])[] => {
    const shape = shapeOf(name);
    return shape === undefined ? [] : [[name, keptFields(field, shape)]];
  });
  return Object.fromEntries(fields);
}
