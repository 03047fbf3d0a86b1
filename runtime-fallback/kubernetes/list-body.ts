import { parseJsonObject } from "../../compiler/api/json.ts";
import type { ReadBody } from "./api-server.ts";
import { type ListParts, type NeededFields, namesOf, scanList } from "./scan-list.ts";

/**
 * Reads a list whose items are parsed one by one, when somebody takes them, and without what nobody needs. Of a page
 * that is parsed at once V8 moves all objects before the first of them is thrown away, and the half of an object may be
 * `managedFields`. For one page after the other: with the next the items of the one before are gone, since all pages
 * are read into the same memory. V8 counts what a page takes, and marks all of its heap again after some of them.
 */
export function readList(needed: NeededFields): ReadBody {
  const names = namesOf(withIdentity(needed));
  let page = Buffer.alloc(0);
  return (chunks, length) => {
    if (page.length < length) page = Buffer.allocUnsafeSlow(Math.ceil(length * growth));
    let end = 0;
    for (const chunk of chunks) end += chunk.copy(page, end);
    const parts = scanList(page.subarray(0, end), names);
    if (parts === undefined) return undefined;
    const { open, close } = parts;
    const around = parseJsonObject(page.toString("utf8", 0, open) + page.toString("utf8", close, end));
    return around && { ...around, items: new ListedItems(page, parts) };
  };
}

/** Pages have much the same length. */
const growth = 1.25;

/** Without these it is no object to anybody. */
function withIdentity({ fields }: NeededFields): NeededFields {
  const metadata = fields.get("metadata") ?? (fields.has("metadata") ? undefined : { fields: new Map() });
  const all = metadata && { fields: new Map([...identity, ...metadata.fields]) };
  return { fields: new Map([...fields, ["apiVersion", undefined], ["kind", undefined], ["metadata", all]]) };
}

const identity = ["name", "namespace", "uid", "resourceVersion"].map((name) => [name, undefined] as const);

/** Of a list that was read so, once. What is no JSON is undefined. */
export class ListedItems implements Iterable<unknown> {
  readonly #page: Buffer;
  readonly #parts: ListParts;

  constructor(page: Buffer, parts: ListParts) {
    this.#page = page;
    this.#parts = parts;
  }

  *[Symbol.iterator](): Iterator<unknown> {
    let from = 0;
    for (const to of this.#parts.ends) {
      yield parseJsonObject(this.#textOf(from, to));
      from = to;
    }
  }

  /** Moves the parts together. */
  #textOf(from: number, to: number): string {
    const { places } = this.#parts;
    let end = places[from + 1] ?? 0;
    for (let at = from + 2; at < to; at += 2) {
      const [start = 0, until = 0] = [places[at], places[at + 1]];
      this.#page.copyWithin(end, start, until);
      end += until - start;
    }
    return this.#page.toString("utf8", places[from], end);
  }
}
