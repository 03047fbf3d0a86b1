import { type IndexedValues, createIndex, type IndexFunction } from "./object-index.ts";
import type { ObjectKey } from "../resource.ts";

/**
 * What became of an object. One that was deleted and made anew is another: it has another
 * uid, and there are two changes.
 */
export type Change<T> =
  | { readonly type: "added"; readonly key: ObjectKey; readonly uid: string; readonly object: T }
  | { readonly type: "changed"; readonly key: ObjectKey; readonly uid: string; readonly object: T; readonly old: T }
  /** With the object as it was last seen. */
  | { readonly type: "deleted"; readonly key: ObjectKey; readonly uid: string; readonly object: T };

/** Objects as they were last seen. */
export interface Store<T> {
  get(key: ObjectKey): T | undefined;
  list(): Iterable<T>;
  /**
   * All objects of which the index gives this value, and those of which it gives none because it failed.
   * Throws where there is no such index.
   */
  byIndex(index: string, value: string): readonly T[];
  readonly size: number;
}

/** One object on its way into the store. */
export interface StoreEntry<T> {
  readonly key: ObjectKey;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly object: T;
}

export type Identity = Pick<StoreEntry<unknown>, "uid" | "resourceVersion">;

/** The side of whoever watches. Each call says what has changed by it, where anybody may listen. */
export interface WritableStore<T> extends Store<T> {
  identityOf(key: ObjectKey): Identity | undefined;
  /** For a list of everything, which comes page by page. */
  refill(): Refill<T>;
  put(entry: StoreEntry<T>): readonly Change<T>[];
  remove(key: ObjectKey): readonly Change<T>[];
}

/** What is going to be in a store, in place of what is; nothing of it is seen before the end. */
export interface Refill<T> {
  add(entry: StoreEntry<T>): void;
  readonly size: number;
  /** In one step: nobody ever sees a half of it. */
  finish(): readonly Change<T>[];
}

interface Held<T> extends Identity {
  readonly object: T;
  /** In the order of the indices. */
  readonly indexed: readonly IndexedValues[];
}

/** An empty store. */
export function createStore<T>(options: IndicesOptions<T>): WritableStore<T> {
  const held = new Map<string, Held<T>>();
  const indices = createIndices(options);

  const remove = (text: string): readonly Change<T>[] => {
    const old = held.get(text);
    if (old === undefined) return [];
    held.delete(text);
    indices.remove(text, old.indexed);
    return [{ type: "deleted", key: keyOfText(text), uid: old.uid, object: old.object }];
  };
  const put = ({ key, uid, resourceVersion, object }: StoreEntry<T>): readonly Change<T>[] => {
    const text = textOfKey(key);
    const old = held.get(text);
    if (old?.uid === uid && old.resourceVersion === resourceVersion) return [];
    const gone = remove(text);
    held.set(text, { uid, resourceVersion, object, indexed: indices.add(text, object) });
    if (old?.uid === uid) return [{ type: "changed", key, uid, object, old: old.object }];
    return [...gone, { type: "added", key, uid, object }];
  };
  const replace = (entries: readonly StoreEntry<T>[]): readonly Change<T>[] => {
    const kept = new Set(entries.map(({ key }) => textOfKey(key)));
    const gone = [...held.keys()].filter((text) => !kept.has(text));
    return [...gone.flatMap(remove), ...entries.flatMap(put)];
  };

  return {
    get: (key) => held.get(textOfKey(key))?.object,
    *list() {
      for (const { object } of held.values()) yield object;
    },
    byIndex: (name, value) => Array.from(indices.keys(name, value), (text) => requireHeld(held, text).object),
    get size() {
      return held.size;
    },
    identityOf: (key) => held.get(textOfKey(key)),
    refill: () => {
      const entries: StoreEntry<T>[] = [];
      return {
        add: (entry) => void entries.push(entry),
        get size() {
          return entries.length;
        },
        finish: () => replace(entries),
      };
    },
    put,
    remove: (key) => remove(textOfKey(key)),
  };
}

function requireHeld<T>(held: ReadonlyMap<string, Held<T>>, text: string): Held<T> {
  const found = held.get(text);
  if (found === undefined) throw new Error(`an index of the store holds ${text}, and the store does not; please report this`);
  return found;
}

/** A namespace has no slash, so the first one divides; without a namespace it stands at the beginning. */
export function textOfKey({ namespace = "", name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

/** Of what `textOfKey` gives. */
export function keyOfText(text: string): ObjectKey {
  const slash = text.indexOf("/");
  const name = text.slice(slash + 1);
  return slash === 0 ? { name } : { namespace: text.slice(0, slash), name };
}

/** All indices of a store. */
interface Indices<T> {
  /** What each index found, in their order, for `remove`. */
  add(key: string, object: T): readonly IndexedValues[];
  remove(key: string, indexed: readonly IndexedValues[]): void;
  /** Throws where there is no such index. */
  keys(index: string, value: string): Iterable<string>;
}

interface IndicesOptions<T> {
  readonly indices: Readonly<Record<string, IndexFunction<T>>>;
  onIndexFailure(index: string, key: string, error: unknown): void;
}

function createIndices<T>({ indices, onIndexFailure }: IndicesOptions<T>): Indices<T> {
  const byName = new Map(
    Object.entries(indices).map(([name, valuesOf]) => [
      name,
      createIndex(valuesOf, (key, error) => onIndexFailure(name, key, error)),
    ]),
  );
  const all = [...byName.values()];
  return {
    add: (key, object) => all.map((index) => index.add(key, object)),
    remove: (key, indexed) => {
      for (const [position, index] of all.entries()) index.remove(key, indexed[position]);
    },
    keys: (name, value) => {
      const index = byName.get(name);
      if (index !== undefined) return index.keys(value);
      throw new RangeError(`there is no index ${name}; there are ${[...byName.keys()].join(", ")}`);
    },
  };
}
