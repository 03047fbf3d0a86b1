import { iterationLimit, withLimit } from "../dsl/limits.ts";
import type { FieldShape, RecordShape, Shape, UnionShape } from "../ir/shape.ts";
import { isMap } from "./json-map.ts";

/** Where a value stands, from a root down through plain fields; the collections there that are too large for a rule. */
export interface Place {
  readonly path: readonly string[] | undefined;
  readonly tooLarge: ReadonlySet<string>;
}

const anywhere: Place = { path: undefined, tooLarge: new Set() };

/**
 * The read-only view of a JSON value that rules see in TypeScript (docs/semantics.md): records without prototype, values
 * of another type than declared left out, lists and maps that are too large to walk marked as such. What the API server
 * has typed itself has no elements of another type. Half of a character becomes U+FFFD, as the API server reads it.
 */
export function decode(value: unknown, shape: Shape, isTyped = true, place: Place = anywhere): unknown {
  switch (shape.kind) {
    case "unknown":
      return decodeUnknown(value, place);
    case "union":
      return decodeOneOf(value, shape, isTyped, place);
    case "string":
    case "number":
    case "boolean":
      return typeof value === shape.kind ? scalar(value) : undefined;
    case "list":
      return Array.isArray(value) ? limited(decodeList(value, shape.element, isTyped), value.length, isTyped, place) : undefined;
    case "map":
      return isMap(value)
        ? limited(decodeMap(value, shape.value, isTyped), Object.keys(value).length, isTyped, place)
        : undefined;
    case "record":
      return isMap(value) ? decodeRecord(value, shape, place) : undefined;
    case "opaque":
      return undefined;
  }
}

const anyList: Shape = { kind: "list", element: { kind: "unknown" } };
const anyMap: Shape = { kind: "map", value: { kind: "unknown" } };

/** Any JSON value, in which a null is nothing at any depth, and keys such as `constructor` are keys. */
function decodeUnknown(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return decode(value, anyList, false, place);
  return isMap(value) ? decode(value, anyMap, false, place) : (scalar(value) ?? undefined);
}

/** The members have different JSON types, so that at most one of them takes the value. */
function decodeOneOf(value: unknown, { members }: UnionShape, isTyped: boolean, place: Place): unknown {
  return members.map((member) => decode(value, member, isTyped, place)).find((view) => view !== undefined);
}

/** The API server stores a -0 as 0; only a division could tell. */
function scalar(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  return value === 0 ? 0 : value;
}

/** The limit counts what is stored, as CEL's `size` does, and not what is left of it. */
function limited<T extends object>(view: T, stored: number, isTyped: boolean, { path, tooLarge }: Place): T {
  const isTooLarge = stored > iterationLimit || (path !== undefined && tooLarge.has(path.join("\0")));
  return isTooLarge ? withLimit(view, isTyped ? "length is known" : "length takes a walk") : view;
}

function decodeList(values: readonly unknown[], element: Shape, isTyped: boolean): readonly unknown[] {
  return Object.freeze(values.map((value) => decode(value, element, isTyped)).filter((value) => value !== undefined));
}

function decodeMap(values: Readonly<Record<string, unknown>>, shape: Shape, isTyped: boolean): object {
  const view = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(values)) define(view, key.toWellFormed(), decode(value, shape, isTyped));
  return Object.freeze(view);
}

function decodeRecord(values: Readonly<Record<string, unknown>>, shape: RecordShape, place: Place): object {
  const view = Object.create(null) as Record<string, unknown>;
  for (const [name, field] of Object.entries(shape.fields)) {
    const path = place.path === undefined ? undefined : [...place.path, name];
    define(view, name, decodeField(values, name, field, { ...place, path }));
  }
  if (shape.others !== undefined) defineOthers(view, values, shape.fields, shape.others);
  return Object.freeze(view);
}

function defineOthers(
  view: Record<string, unknown>,
  values: Readonly<Record<string, unknown>>,
  fields: RecordShape["fields"],
  others: Shape,
): void {
  for (const [key, value] of Object.entries(values)) {
    if (!Object.hasOwn(fields, key)) define(view, key.toWellFormed(), decode(value, others, false));
  }
}

function decodeField(values: Readonly<Record<string, unknown>>, name: string, field: FieldShape, place: Place): unknown {
  const value = Object.hasOwn(values, name) ? decode(values[name], field.shape, field.typedByServer, place) : undefined;
  if (value === undefined && field.presence === "always" && field.shape.kind === "string") return "";
  return value;
}

/** Even `__proto__` is a key like any other on a record without prototype, but only when it is defined, not assigned. */
function define(view: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) Object.defineProperty(view, key, { value, enumerable: true });
}
