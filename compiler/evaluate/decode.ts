import { iterationLimit, withLimit } from "../dsl/limits.ts";
import type { FieldShape, RecordShape, Shape } from "../ir/shape.ts";

/**
 * The read-only view of a JSON value that rules see in TypeScript (docs/semantics.md): records without prototype, values
 * of another type than declared left out, lists and maps that are too large to walk marked as such. What the API server
 * has typed itself has no elements of another type.
 */
export function decode(value: unknown, shape: Shape, isTyped = true): unknown {
  switch (shape.kind) {
    case "unknown":
      return value ?? undefined;
    case "string":
    case "number":
    case "boolean":
      return typeof value === shape.kind ? value : undefined;
    case "list":
      return Array.isArray(value) ? limited(decodeList(value, shape.element, isTyped), value.length, isTyped) : undefined;
    case "map":
      return isMap(value) ? limited(decodeMap(value, shape.value, isTyped), Object.keys(value).length, isTyped) : undefined;
    case "record":
      return isMap(value) ? decodeRecord(value, shape) : undefined;
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The limit counts what is stored, as CEL's `size` does, and not what is left of it. */
function limited<T extends object>(view: T, stored: number, isTyped: boolean): T {
  return stored > iterationLimit ? withLimit(view, isTyped ? "length is known" : "length takes a walk") : view;
}

function decodeList(values: readonly unknown[], element: Shape, isTyped: boolean): readonly unknown[] {
  return Object.freeze(values.map((value) => decode(value, element, isTyped)).filter((value) => value !== undefined));
}

function decodeMap(values: Readonly<Record<string, unknown>>, shape: Shape, isTyped: boolean): object {
  const view = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(values)) define(view, key, decode(value, shape, isTyped));
  return Object.freeze(view);
}

function decodeRecord(values: Readonly<Record<string, unknown>>, shape: RecordShape): object {
  const view = Object.create(null) as Record<string, unknown>;
  for (const [name, field] of Object.entries(shape.fields)) define(view, name, decodeField(values, name, field));
  return Object.freeze(view);
}

function decodeField(values: Readonly<Record<string, unknown>>, name: string, field: FieldShape): unknown {
  const value = Object.hasOwn(values, name) ? decode(values[name], field.shape, field.typedByServer) : undefined;
  if (value === undefined && field.presence === "always" && field.shape.kind === "string") return "";
  return value;
}

/** Even `__proto__` is a key like any other on a record without prototype, but only when it is defined, not assigned. */
function define(view: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) Object.defineProperty(view, key, { value, enumerable: true });
}
