import { backslash, closeList, closeObject, colon, comma, endOfString, openList, openObject, quote } from "./json-bytes.ts";

/** The fields of an object that somebody needs, by their names, and those of objects in them; undefined: all of it. */
export interface NeededFields {
  readonly fields: ReadonlyMap<string, NeededFields | undefined>;
}

/** Of a list, by places among its bytes. */
export interface ListParts {
  /** After the bracket before the first item. */
  readonly open: number;
  /** Of the bracket after the last. */
  readonly close: number;
  /** Where parts of items that are needed begin and end, by turns. */
  readonly places: readonly number[];
  /** For each item how many places there are up to its end. */
  readonly ends: readonly number[];
}

/** Undefined: something stands there that an API server does not write, such as a space between two fields. */
export function scanList(bytes: Uint8Array, names: Names): ListParts | undefined {
  try {
    return new Scan(bytes).list(names);
  } catch (error) {
    if (error instanceof Unexpected) return undefined;
    throw error;
  }
}

interface Name {
  readonly bytes: Uint8Array;
  readonly inner: Names | undefined;
}

/** By how many bytes they have. */
export type Names = readonly (readonly Name[])[];

export function namesOf({ fields }: NeededFields): Names {
  const names = [...fields].map(([name, inner]) => ({ bytes: Buffer.from(name), inner: inner && namesOf(inner) }));
  const longest = Math.max(0, ...names.map(({ bytes }) => bytes.length));
  return Array.from({ length: longest + 1 }, (_, length) => names.filter(({ bytes }) => bytes.length === length));
}

class Unexpected extends Error {
  override readonly name = "Unexpected";
}

/** Of a key with an escape, which may be any. */
const anyName: Name = { bytes: new Uint8Array(), inner: undefined };
const items: Name = { bytes: Buffer.from("items"), inner: undefined };
const itemsAlone: Names = Array.from({ length: 6 }, (_, length) => (length === items.bytes.length ? [items] : []));

/** Goes through the bytes of a list once. */
class Scan {
  readonly #bytes: Uint8Array;
  #at = 0;
  readonly #places: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  list(names: Names): ListParts {
    this.#expect(openObject);
    while (!this.#isAtItems()) {
      this.#skip();
      this.#expect(comma);
    }
    this.#expect(openList);
    const open = this.#at;
    const ends: number[] = [];
    if (this.#bytes[open] !== closeList) {
      do ends.push(this.#item(names));
      while (this.#take(comma));
    }
    if (this.#bytes[this.#at] !== closeList) throw new Unexpected();
    return { open, close: this.#at, places: this.#places, ends };
  }

  #isAtItems(): boolean {
    return this.#key(itemsAlone) === items;
  }

  /** How many places there are now. */
  #item(names: Names): number {
    this.#places.push(this.#at);
    this.#object(names);
    return this.#places.push(this.#at);
  }

  /** Past an object. What has none of the names is no part of the item. */
  #object(names: Names): void {
    this.#expect(openObject);
    /** Where the last field ends that is needed, and what stands between it and the next. */
    let [end, between] = [this.#at, 0];
    if (this.#take(closeObject)) return;
    do {
      const start = this.#at;
      const name = this.#key(names);
      if (name === undefined) {
        this.#skip();
        continue;
      }
      this.#leaveOut(end + between, start);
      if (name.inner !== undefined && this.#bytes[this.#at] === openObject) this.#object(name.inner);
      else this.#skip();
      [end, between] = [this.#at, 1];
    } while (this.#take(comma));
    this.#leaveOut(end, this.#at);
    this.#expect(closeObject);
  }

  #leaveOut(from: number, to: number): void {
    if (to > from) this.#places.push(from, to);
  }

  /** Past a key and its colon. */
  #key(names: Names): Name | undefined {
    const start = this.#at + 1;
    this.#expect(quote);
    const end = endOfString(this.#bytes, start - 1);
    this.#at = end + 1;
    this.#expect(colon);
    for (const name of names[end - start] ?? []) if (this.#stands(name.bytes, start)) return name;
    return this.#hasEscape(start, end) ? anyName : undefined;
  }

  #hasEscape(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if (this.#bytes[at] === backslash) return true;
    return false;
  }

  #stands(name: Uint8Array, start: number): boolean {
    for (let at = 0; at < name.length; at += 1) if (this.#bytes[start + at] !== name[at]) return false;
    return true;
  }

  /** Past any value. */
  #skip(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let depth = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) at = endOfString(bytes, at);
      else if (byte === openObject || byte === openList) depth += 1;
      else if (depth === 0 && (byte === comma || byte === closeObject || byte === closeList)) break;
      else if (byte === closeObject || byte === closeList) depth -= 1;
    }
    this.#at = at;
  }

  #take(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at += 1;
    return true;
  }

  #expect(byte: number): void {
    if (!this.#take(byte)) throw new Unexpected();
  }
}
