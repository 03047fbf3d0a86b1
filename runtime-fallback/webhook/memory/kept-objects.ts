import { type IndexFunction, requireTexts } from "../../kubernetes/reflector/object-index.ts";
import { type StoreEntry, textOfKey } from "../../kubernetes/reflector/store.ts";
import type { ObjectKey } from "../../kubernetes/resource.ts";
import { keyOf, type StoredObject } from "../../kubernetes/stored-object.ts";
import { createHashIndex, hashOf } from "./hash-index.ts";
import type { Packing } from "./packing.ts";
import type { Packed } from "./unpacking.ts";

/** An index, and who is told where its function fails at an object. */
export interface KeptIndex {
  readonly valuesOf: IndexFunction<StoredObject>;
  onFailure(key: string, error: unknown): void;
}

/**
 * Packed objects, found by their keys and by what indices say of them. An index answers with all that it said a value
 * of, with those at which it failed, and by chance with others: two values may have one hash.
 */
export interface KeptObjects {
  readonly size: number;
  get(key: ObjectKey): StoredObject | undefined;
  list(): Iterable<StoredObject>;
  byIndex(index: KeptIndex, value: string): readonly StoredObject[];
  /**
   * In place of what has its key, unless that is this very version. `known`: of the same packing and indices; what is
   * the same there is not looked at again.
   */
  put(entry: Entry, known?: KeptObjects): void;
  remove(key: ObjectKey): void;
  /** Known from now on, for all that is there. */
  addIndex(index: KeptIndex): void;
  /** What is kept of that very version of the object, and what it is found by. */
  sameAs(entry: Identified): Kept | undefined;
}

type Entry = StoreEntry<StoredObject>;
type Identified = Omit<Entry, "object">;

interface Kept {
  readonly packed: Packed;
  readonly hashes: readonly number[];
}

interface Found {
  readonly slot: number;
  readonly packed: Packed;
  readonly object: StoredObject;
}

/** What an index failed at is found under this, besides what it says so of itself. */
const failed = "\0failed";
/** Where indices begin with 1. */
const ofKeys = 0;

/** Nothing yet. */
export const createKeptObjects = (packing: Packing, indices: readonly KeptIndex[]): KeptObjects => new Slots(packing, indices);

class Slots implements KeptObjects {
  readonly #packing: Packing;
  readonly #indices: KeptIndex[];
  readonly #slots: (Packed | undefined)[] = [];
  readonly #freed: number[] = [];
  readonly #index = createHashIndex();

  constructor(packing: Packing, indices: readonly KeptIndex[]) {
    this.#packing = packing;
    this.#indices = [...indices];
  }

  get size(): number {
    return this.#slots.length - this.#freed.length;
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.#find(textOfKey(key), this.#packing.recall)?.object;
  }

  *list(): Iterable<StoredObject> {
    for (const [slot, packed] of this.#slots.entries()) if (packed !== undefined) yield this.#read(slot);
  }

  byIndex(of: KeptIndex, value: string): readonly StoredObject[] {
    const slotsOf = (text: string): ReadonlySet<number> => this.#index.slots(hashOf(this.#numberOf(of), text));
    return Array.from(new Set([...slotsOf(value), ...slotsOf(failed)]), (slot) => this.#read(slot, this.#packing.recall));
  }

  put(entry: Entry, known?: KeptObjects): void {
    const text = textOfKey(entry.key);
    const old = this.#find(text);
    if (old !== undefined && isVersion(old, entry)) return;
    if (old !== undefined) this.#free(old.slot);
    const same = known === undefined || known.size === 0 ? undefined : known.sameAs(entry);
    const slot = this.#freed.pop() ?? this.#slots.length;
    this.#slots[slot] = same?.packed ?? this.#packing.pack(entry.object);
    if (same === undefined) this.#addHashes(slot, text, entry.object);
    else for (const hash of same.hashes) this.#index.add(slot, hash);
  }

  remove(key: ObjectKey): void {
    const slot = this.#find(textOfKey(key))?.slot;
    if (slot !== undefined) this.#free(slot);
  }

  addIndex(of: KeptIndex): void {
    this.#indices.push(of);
    for (const [slot, packed] of this.#slots.entries()) {
      if (packed === undefined) continue;
      const object = this.#read(slot);
      this.#addHashesBy(of, slot, textOfKey(keyOf(object)), object);
    }
  }

  sameAs(entry: Identified): Kept | undefined {
    const found = this.#find(textOfKey(entry.key));
    if (found === undefined || !isVersion(found, entry)) return undefined;
    return { packed: found.packed, hashes: this.#index.hashes(found.slot) };
  }

  #free(slot: number): void {
    this.#index.remove(slot);
    this.#slots[slot] = undefined;
    this.#freed.push(slot);
  }

  #numberOf(of: KeptIndex): number {
    return this.#indices.indexOf(of) + 1;
  }

  #read(slot: number, read = this.#packing.unpack): StoredObject {
    return read(this.#slots[slot] ?? {}) as StoredObject;
  }

  #find(key: string, read = this.#packing.unpack): Found | undefined {
    let object: StoredObject | undefined;
    const slot = this.#index.find(hashOf(ofKeys, key), (at) => {
      object = this.#read(at, read);
      return textOfKey(keyOf(object)) === key;
    });
    return slot === undefined || object === undefined ? undefined : { slot, packed: this.#slots[slot] ?? {}, object };
  }

  #addHashes(slot: number, key: string, object: StoredObject): void {
    this.#index.add(slot, hashOf(ofKeys, key));
    for (const of of this.#indices) this.#addHashesBy(of, slot, key, object);
  }

  #addHashesBy(of: KeptIndex, slot: number, key: string, object: StoredObject): void {
    const number = this.#numberOf(of);
    try {
      for (const value of requireTexts(of.valuesOf(object))) this.#index.add(slot, hashOf(number, value));
    } catch (error) {
      of.onFailure(key, error);
      this.#index.add(slot, hashOf(number, failed));
    }
  }
}

function isVersion({ object: { metadata } }: Found, { uid, resourceVersion }: Identified): boolean {
  return metadata.uid === uid && metadata.resourceVersion === resourceVersion;
}
