import { isJsonObject } from "../../../compiler/api/json.ts";
import type { Shape } from "../../../compiler/api/shape.ts";
import { type KeptPart, isPlain, keptFields, keptPartOf } from "./kept-fields.ts";
import { type KnownLayout, type Layouts, type Place, createLayouts, numberMark, textMark } from "./layouts.ts";
import { type RepeatedTexts, createRepeatedTexts, refMark } from "./repeated-texts.ts";
import { type Packed, type Unpacking, createUnpacking, separator } from "./unpacking.ts";

/**
 * Objects as texts of which each holds what no other has: names, UIDs, versions. What they have in common, their keys
 * and how they nest, is one layout for all; texts that come again and again are numbers. 100,000 Usages are 14 MB, of
 * which V8's garbage collector sees as many texts, and no object, in place of 110 MB.
 */
export interface Packing extends Unpacking {
  /** What rules may read of an object (`keptFields`). */
  pack(object: object): Packed;
}

/** `shape`: of what rules read; undefined: they read everything. */
export function createPacking(shape: Shape | undefined): Packing {
  const texts = createRepeatedTexts();
  const layouts = createLayouts();
  const part = keptPartOf(shape);
  const unpacked = (object: object): object => (shape === undefined ? object : (keptFields(object, shape) as object));
  return {
    pack: (object) => {
      try {
        const [layout, values] = takenApart(object, part, layouts);
        return layout === undefined ? JSON.stringify(unpacked(object)) : joined(layout, values, texts);
      } catch {
        // It holds what no JSON of an API server does, or nests deeper than there are calls.
        return unpacked(object);
      }
    },
    ...createUnpacking(layouts.all, texts),
  };
}

type Values = readonly (string | number)[];

/** Which layout an object has, if any, and what fills it. */
function takenApart(object: object, part: KeptPart, layouts: Layouts): readonly [KnownLayout | undefined, Values] {
  const following = new Taker({ place: layouts.start });
  following.write(object, part);
  if (following.layout !== undefined) return [following.layout, following.values];
  const tokens: string[] = [];
  const noting = new Taker({ tokens });
  noting.write(object, part);
  return [layouts.find(tokens, noting.values.length), noting.values];
}

function joined({ id, last }: KnownLayout, values: Values, texts: RepeatedTexts): string {
  const parts = [id];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? "";
    const before = last[at];
    if (value === before?.text) parts.push(before.ref);
    else if (typeof value === "number") parts.push(numberPart(value));
    else {
      const repeated = texts.find(value);
      if (repeated !== undefined) last[at] = repeated;
      parts.push(repeated?.ref ?? textPart(value));
    }
  }
  return parts.join(separator);
}

function textPart(text: string): string {
  if (text.includes(separator) || text.startsWith(refMark)) throw new Unpackable();
  return text;
}

function numberPart(number: number): string {
  if (!Number.isFinite(number)) throw new Unpackable();
  return Object.is(number, -0) ? "-0" : String(number);
}

/** Thrown where a value has no place in a layout. */
class Unpackable extends Error {
  override readonly name = "Unpackable";
}

/** Goes through one object, along the layouts that there are, or with a note of each token of its own. */
class Taker {
  readonly values: (string | number)[] = [];
  readonly #tokens: string[] | undefined;
  #place: Place | undefined;

  constructor({ place, tokens }: { readonly place?: Place; readonly tokens?: string[] }) {
    this.#place = place;
    this.#tokens = tokens;
  }

  get layout(): KnownLayout | undefined {
    return this.#place?.layout;
  }

  /** The part of a value that `keptFields` keeps. */
  write(value: unknown, part: KeptPart): void {
    if (typeof value === "string") this.#fill(textMark, value);
    else if (typeof value === "number") this.#fill(numberMark, value);
    else if (Array.isArray(value)) this.#list(value, part.element);
    else if (isJsonObject(value)) this.#object(value, part);
    else if (value === null || typeof value === "boolean") this.#take(String(value));
    else throw new Unpackable();
  }

  #take(token: string): void {
    this.#place = this.#place?.after(token);
    this.#tokens?.push(token);
  }

  #fill(mark: string, value: string | number): void {
    this.#take(mark);
    this.values.push(value);
  }

  #list(values: readonly unknown[], element: KeptPart): void {
    this.#take("[");
    for (const [at, value] of values.entries()) {
      if (at > 0) this.#take(",");
      this.write(value, element);
    }
    this.#take("]");
  }

  #object(value: Readonly<Record<string, unknown>>, { fields, others }: KeptPart): void {
    let mark = "{";
    for (const name of Object.keys(value)) {
      const field = fields.get(name);
      const part = field?.part ?? others;
      if (part === undefined) continue;
      this.#take(mark);
      mark = ",";
      this.#take(field?.key ?? this.#name(name));
      this.write(value[name], part);
    }
    this.#take(mark === "{" ? "{}" : "}");
  }

  /** What everybody may call as he likes is a text as any other. */
  #name(name: string): string {
    if (!isPlain(name)) throw new Unpackable();
    this.#fill(textMark, name);
    return ":";
  }
}
