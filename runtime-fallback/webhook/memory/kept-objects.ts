import { type IndexFunction, requireTexts } from "../../kubernetes/reflector/object-index.ts";
import { type StoreEntry, textOfKey } from "../../kubernetes/reflector/store.ts";
import type { ObjectKey } from "../../kubernetes/resource.ts";
import { keyOf, type StoredObject } from "../../kubernetes/stored-object.ts";
import { createHashIndex, hashOf } from "./hash-index.ts";
import type { Packed, Packing } from "./packing.ts";

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

/** What an index failed at is found under this, besides what it says so of itself. */
const failed = "\0failed";
/** Where indices begin with 1. */
const ofKeys = 0;

/** Nothing yet. */
export function createKeptObjects(packing: Packing, first: readonly KeptIndex[]): KeptObjects {
  const indices = [...first];
  const slots: (Packed | undefined)[] = [];
  const freed: number[] = [];
  const index = createHashIndex();
  const numberOf = (of: KeptIndex): number => indices.indexOf(of) + 1;

  const read = (slot: number): StoredObject => packing.unpack(slots[slot] ?? {}) as StoredObject;
  const slotOf = (key: ObjectKey): number | undefined => {
    const text = textOfKey(key);
    for (const slot of index.slots(hashOf(ofKeys, text))) if (textOfKey(keyOf(read(slot))) === text) return slot;
    return undefined;
  };
  const hashesBy = (of: KeptIndex, key: ObjectKey, object: StoredObject): readonly number[] => {
    try {
      return requireTexts(of.valuesOf(object)).map((value) => hashOf(numberOf(of), value));
    } catch (error) {
      of.onFailure(textOfKey(key), error);
      return [hashOf(numberOf(of), failed)];
    }
  };
  const hashesOf = (key: ObjectKey, object: StoredObject): readonly number[] => [
    hashOf(ofKeys, textOfKey(key)),
    ...indices.flatMap((of) => hashesBy(of, key, object)),
  ];
  const sameAs = ({ key, uid, resourceVersion }: Identified): Kept | undefined => {
    const slot = slotOf(key);
    const packed = slot === undefined ? undefined : slots[slot];
    if (slot === undefined || packed === undefined) return undefined;
    const { metadata } = read(slot);
    if (metadata.uid !== uid || metadata.resourceVersion !== resourceVersion) return undefined;
    return { packed, hashes: index.hashes(slot) };
  };
  const remove = (key: ObjectKey): void => {
    const slot = slotOf(key);
    if (slot === undefined) return;
    index.remove(slot);
    slots[slot] = undefined;
    freed.push(slot);
  };

  return {
    get size() {
      return slots.length - freed.length;
    },
    get: (key) => {
      const slot = slotOf(key);
      return slot === undefined ? undefined : read(slot);
    },
    *list() {
      for (const packed of slots) if (packed !== undefined) yield packing.unpack(packed) as StoredObject;
    },
    byIndex: (of, value) => {
      const slotsOf = (text: string): ReadonlySet<number> => index.slots(hashOf(numberOf(of), text));
      return [...new Set([...slotsOf(value), ...slotsOf(failed)])].map(read);
    },
    put: (entry, known) => {
      if (sameAs(entry) !== undefined) return;
      remove(entry.key);
      const same = known?.sameAs(entry);
      const slot = freed.pop() ?? slots.length;
      slots[slot] = same?.packed ?? packing.pack(entry.object);
      for (const hash of same?.hashes ?? hashesOf(entry.key, entry.object)) index.add(slot, hash);
    },
    remove,
    addIndex: (of) => {
      indices.push(of);
      for (const [slot, packed] of slots.entries()) {
        if (packed === undefined) continue;
        const object = read(slot);
        for (const hash of hashesBy(of, keyOf(object), object)) index.add(slot, hash);
      }
    },
    sameAs,
  };
}
