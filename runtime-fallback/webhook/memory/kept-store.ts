import type { Shape } from "../../../compiler/api/shape.ts";
import type { IndexFunction } from "../../kubernetes/reflector/object-index.ts";
import type { WritableStore } from "../../kubernetes/reflector/store.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import { type KeptIndex, createKeptObjects } from "./kept-objects.ts";
import { createPacking } from "./packing.ts";

/**
 * A store of what rules may read of objects, in as little memory as there is to a hundred thousand of them (ADR 77).
 * Nobody can listen to it: it says of no change.
 */
export interface KeptStore extends WritableStore<StoredObject> {
  /** Finds objects by this from now on. What it fails at is found under every value, without a word in the log. */
  addIndex(name: string, valuesOf: IndexFunction<StoredObject>): void;
}

interface KeptStoreOptions {
  /** Of what rules may read; undefined: everything. */
  readonly shape: Shape | undefined;
  readonly indices: Readonly<Record<string, IndexFunction<StoredObject>>>;
  onIndexFailure(index: string, key: string, error: unknown): void;
}

/** An empty one. */
export function createKeptStore({ shape, indices, onIndexFailure }: KeptStoreOptions): KeptStore {
  const packing = createPacking(shape);
  const indexOf = (name: string, valuesOf: IndexFunction<StoredObject>): KeptIndex => ({
    valuesOf,
    onFailure: (key, error) => onIndexFailure(name, key, error),
  });
  const known = new Map(Object.entries(indices).map(([name, valuesOf]) => [name, indexOf(name, valuesOf)]));
  let kept = createKeptObjects(packing, [...known.values()]);

  return {
    get: (key) => kept.get(key),
    list: () => kept.list(),
    byIndex: (name, value) => {
      const index = known.get(name);
      if (index !== undefined) return kept.byIndex(index, value);
      throw new RangeError(`there is no index ${name}; there are ${[...known.keys()].join(", ")}`);
    },
    get size() {
      return kept.size;
    },
    identityOf: (key) => kept.get(key)?.metadata,
    put: (entry) => {
      kept.put(entry);
      return [];
    },
    remove: (key) => {
      kept.remove(key);
      return [];
    },
    refill: () => {
      const next = createKeptObjects(packing, [...known.values()]);
      const count = known.size;
      return {
        add: (entry) => next.put(entry, kept),
        get size() {
          return next.size;
        },
        finish: () => {
          for (const index of [...known.values()].slice(count)) next.addIndex(index);
          kept = next;
          return [];
        },
      };
    },
    addIndex: (name, valuesOf) => {
      const index = { valuesOf, onFailure: () => undefined };
      known.set(name, index);
      kept.addIndex(index);
    },
  };
}
