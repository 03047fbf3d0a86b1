import { isJsonObject, type JsonObject } from "../../../compiler/api/json.ts";
import type { Shape } from "../../../compiler/api/shape.ts";
import { type Layout, type Packed, type Unpacking, createUnpacking, refMark, separator } from "./unpacking.ts";
import { createRepeatedTexts } from "./repeated-texts.ts";

/**
 * Objects as texts of which each holds what no other has: names, UIDs, versions. What they have in common, their keys
 * and how they nest, is one layout for all; texts that come again and again are numbers. 100,000 Usages are 14 MB, of
 * which V8's garbage collector sees as many texts, and no object, in place of 110 MB.
 */
export interface Packing extends Unpacking {
  /** What rules may read of an object (`keptFields`). */
  pack(object: object): Packed;
}

/** Of holes in a layout: JSON escapes both. */
const textMark = "\0";
const numberMark = "\u0001";

/**
 * Whoever may write objects says how they nest, and a layout stays when they are gone: all of them together take some
 * MiB. What has none is kept as JSON.
 */
const layoutLimits = { layouts: 4_096, length: 2_048, holes: 65_536, characters: 1_048_576 } as const;

/** `shape`: of what rules read; undefined: they read everything. */
export function createPacking(shape: Shape | undefined): Packing {
  const texts = createRepeatedTexts();
  const layouts: Layout[] = [];
  const ids = new Map<string, string>();
  let [holes, characters] = [0, 0];
  const hasRoom = (layout: string, count: number): boolean =>
    layouts.length < layoutLimits.layouts &&
    layout.length <= layoutLimits.length &&
    characters + layout.length <= layoutLimits.characters &&
    holes + count <= layoutLimits.holes;
  const idOf = (layout: string, count: number): string | undefined => {
    const known = ids.get(layout);
    if (known !== undefined || !hasRoom(layout, count)) return known;
    [holes, characters] = [holes + count, characters + layout.length];
    const id = (layouts.push(layoutOf(layout)) - 1).toString(36);
    ids.set(layout, id);
    return id;
  };
  const unpacked = (object: object): object => (shape === undefined ? object : (keptFields(object, shape) as object));
  return {
    pack: (object) => {
      const writer = new Writer(texts.refOf);
      try {
        writer.write(object, shape);
      } catch {
        // It holds what no JSON of an API server does, or nests deeper than there are calls.
        return unpacked(object);
      }
      const id = idOf(writer.layout, writer.values.length);
      return id === undefined ? JSON.stringify(unpacked(object)) : [id, ...writer.values].join(separator);
    },
    ...createUnpacking(layouts, texts),
  };
}

function layoutOf(text: string): Layout {
  // oxlint-disable-next-line no-control-regex -- both marks.
  const holes = text.match(/[\0\u0001]/g) ?? [];
  // oxlint-disable-next-line no-control-regex -- both marks.
  return { parts: text.split(/[\0\u0001]/), isNumber: holes.map((mark) => mark === numberMark) };
}

/** Thrown where a value has no place in a layout. */
class Unpackable extends Error {
  override readonly name = "Unpackable";
}

/** Takes one object apart, into a layout and what fills it. */
class Writer {
  layout = "";
  readonly values: string[] = [];
  readonly #refOf: (text: string) => string | undefined;

  constructor(refOf: (text: string) => string | undefined) {
    this.#refOf = refOf;
  }

  /** The part of a value that `keptFields` keeps; without a shape all of it. */
  write(value: unknown, shape: Shape | undefined): void {
    if (typeof value === "string") this.#text(value);
    else if (typeof value === "number") this.#number(value);
    else if (Array.isArray(value)) this.#list(value, shape?.kind === "list" ? shape.element : undefined);
    else if (isJsonObject(value)) this.#object(value, shape);
    else if (value === null || typeof value === "boolean") this.layout += String(value);
    else throw new Unpackable();
  }

  #text(text: string): void {
    if (text.includes(separator) || text.startsWith(refMark)) throw new Unpackable();
    const ref = this.#refOf(text);
    this.layout += textMark;
    this.values.push(ref === undefined ? text : refMark + ref);
  }

  #number(number: number): void {
    if (!Number.isFinite(number)) throw new Unpackable();
    this.layout += numberMark;
    this.values.push(Object.is(number, -0) ? "-0" : String(number));
  }

  #list(values: readonly unknown[], element: Shape | undefined): void {
    this.layout += "[";
    let isFirst = true;
    for (const value of values) {
      if (!isFirst) this.layout += ",";
      isFirst = false;
      this.write(value, element);
    }
    this.layout += "]";
  }

  #object(value: JsonObject, shape: Shape | undefined): void {
    const { known, others } = fieldsOf(shape);
    let mark = "{";
    for (const name of Object.keys(value)) {
      const field = known.get(name);
      const inner = field === undefined ? others : field.shape;
      if (inner === "nothing") continue;
      if (!isPlain(name)) throw new Unpackable();
      this.layout += mark;
      mark = ",";
      // What everybody may call as he likes is a text as any other.
      if (field === undefined) this.#text(name);
      this.layout += field?.key ?? ":";
      this.write(value[name], inner);
    }
    this.layout += mark === "{" ? "{}" : "}";
  }
}

/**
 * V8 of Node 26 takes a key with an escape for another one, where it has read an object with the key `\\` in the same
 * place before.
 */
function isPlain(key: string): boolean {
  return JSON.stringify(key).length === key.length + 2;
}

interface Fields {
  readonly known: ReadonlyMap<string, { readonly key: string; readonly shape: Shape }>;
  /** Of all other keys; undefined: all that is there. */
  readonly others: Shape | "nothing" | undefined;
}

const knownFields = new WeakMap<Shape, Fields>();
const anyFields: Fields = { known: new Map(), others: undefined };

/** The fields of an object, as they stand in layouts. */
function fieldsOf(shape: Shape | undefined): Fields {
  if (shape === undefined) return anyFields;
  const found = knownFields.get(shape) ?? readFields(shape);
  knownFields.set(shape, found);
  return found;
}

function readFields(shape: Shape): Fields {
  if (shape.kind === "map") return { known: new Map(), others: shape.value };
  if (shape.kind !== "record") return anyFields;
  const entries = Object.entries(shape.fields).map(
    ([name, field]) => [name, { key: `${JSON.stringify(name)}:`, shape: field.shape }] as const,
  );
  return { known: new Map(entries), others: shape.others ?? "nothing" };
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
