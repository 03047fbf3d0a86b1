import { createIndex, type IndexedValues, type IndexFunction } from "./object-index.ts";

/** All indices of a store. */
export interface Indices<T> {
  /** What each index found, in their order, for `remove`. */
  add(key: string, object: T): readonly IndexedValues[];
  remove(key: string, indexed: readonly IndexedValues[]): void;
  /** Throws where there is no such index. */
  keys(index: string, value: string): Iterable<string>;
}

export interface IndicesOptions<T> {
  readonly indices: Readonly<Record<string, IndexFunction<T>>>;
  onIndexFailure(index: string, key: string, error: unknown): void;
}

export function createIndices<T>({ indices, onIndexFailure }: IndicesOptions<T>): Indices<T> {
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
