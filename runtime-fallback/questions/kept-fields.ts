import type { Shape } from "../../compiler/ir/shape.ts";

/**
 * What rules may read of a value, and no more: fifty thousand objects are kept in memory. A value of another type than its shape says
 * stays as it is, because what rules make of it is decided where it is decoded.
 */
export function keptFields(value: unknown, shape: Shape): unknown {
  if (shape.kind === "list" && Array.isArray(value)) return value.map((entry) => keptFields(entry, shape.element));
  if (!isObject(value)) return value;
  if (shape.kind === "map") return kept(value, () => shape.value);
  if (shape.kind === "record")
    return kept(value, (name) => (Object.hasOwn(shape.fields, name) ? shape.fields[name]?.shape : shape.others));
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kept(value: Readonly<Record<string, unknown>>, shapeOf: (name: string) => Shape | undefined): object {
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, field] of Object.entries(value)) {
    const shape = shapeOf(name);
    if (shape !== undefined) copy[name] = keptFields(field, shape);
  }
  return copy;
}
