import { isJsonObject, type JsonObject } from "../../../compiler/api/json.ts";
import type { Shape } from "../../../compiler/api/shape.ts";
import type { NeededFields } from "../../kubernetes/scan-list.ts";

/** What is kept of a value, whatever type it has: fields, if it is an object, and elements, if it is a list. */
export interface KeptPart {
  readonly fields: ReadonlyMap<string, KeptField>;
  /** Of all other fields; undefined: they are not kept. */
  readonly others: KeptPart | undefined;
  readonly element: KeptPart;
}

interface KeptField {
  /** As it stands in JSON; undefined where it is not `isPlain`. */
  readonly key: string | undefined;
  readonly part: KeptPart;
}

class Everything implements KeptPart {
  readonly fields = new Map<string, KeptField>();
  readonly others = this;
  readonly element = this;
}

const everything: KeptPart = new Everything();

/** What `keptFields` keeps of a value of that shape. */
export function keptPartOf(shape: Shape | undefined): KeptPart {
  if (shape?.kind === "list") return { ...everything, element: keptPartOf(shape.element) };
  if (shape?.kind === "map") return { ...everything, others: keptPartOf(shape.value) };
  if (shape?.kind !== "record") return everything;
  const fields = Object.entries(shape.fields).map(
    ([name, field]) => [name, { key: isPlain(name) ? `"${name}":` : undefined, part: keptPartOf(field.shape) }] as const,
  );
  const others = shape.others === undefined ? undefined : keptPartOf(shape.others);
  return { fields: new Map(fields), others, element: everything };
}

/**
 * V8 of Node 26 takes a key with an escape for another one, where it has read an object with the key `\\` in the same
 * place before.
 */
export function isPlain(key: string): boolean {
  // oxlint-disable-next-line no-control-regex -- JSON escapes them.
  return !/["\\\0-\u001f]/.test(key) && key.isWellFormed();
}

/** The fields of which `keptFields` keeps something; undefined: they have any name. */
export function neededFields(shape: Shape | undefined): NeededFields | undefined {
  if (shape?.kind !== "record" || shape.others !== undefined) return undefined;
  return { fields: new Map(Object.entries(shape.fields).map(([name, field]) => [name, neededFields(field.shape)])) };
}

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
