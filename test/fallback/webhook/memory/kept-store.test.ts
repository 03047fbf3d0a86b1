import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createStore, type WritableStore } from "../../../../runtime-fallback/kubernetes/reflector/store.ts";
import type { StoredObject } from "../../../../runtime-fallback/kubernetes/stored-object.ts";
import { createHashIndex, hashOf } from "../../../../runtime-fallback/webhook/memory/hash-index.ts";
import { createKeptStore } from "../../../../runtime-fallback/webhook/memory/kept-store.ts";
import { searchOf } from "../../../searches/search-of.ts";

const { seed, size } = searchOf("packed-stores");

const namesOf = (object: StoredObject): readonly string[] => {
  const { color } = object as unknown as { readonly color: string };
  if (color === "broken") throw new Error("this one fails");
  return color === "none" ? [] : [color, color];
};
const indices = { color: namesOf, namespace: ({ metadata }: StoredObject) => [metadata.namespace ?? ""] };
const colors = ["red", "blue", "none", "broken"];

interface Written {
  readonly namespace: string;
  readonly name: string;
  readonly color: string;
  readonly version: number;
}

/** A version of an object says one thing, whoever sends it. */
const entryOf = ({ namespace, name, color, version }: Written) => {
  const key = namespace === "" ? { name } : { namespace, name };
  const metadata = { ...key, uid: `uid-${namespace}-${name}-${Math.floor(version / 4)}`, resourceVersion: String(version) };
  return { key, uid: metadata.uid, resourceVersion: metadata.resourceVersion, object: { metadata, color } };
};

const written = fc
  .record({
    namespace: fc.constantFrom("", "shop", "team"),
    name: fc.constantFrom("a", "b", "c"),
    version: fc.nat({ max: 7 }),
  })
  .map((one) => ({ ...one, color: colors[one.version % colors.length] ?? "" }));
const step = fc.oneof(
  fc.record({ put: written }),
  fc.record({ remove: written }),
  fc.record({ refill: fc.array(written, { maxLength: 6 }) }),
);

type Step = { readonly put: Written } | { readonly remove: Written } | { readonly refill: readonly Written[] };

function takeStep(store: WritableStore<StoredObject>, one: Step): void {
  if ("put" in one) store.put(entryOf(one.put));
  else if ("remove" in one) store.remove(entryOf(one.remove).key);
  else {
    const refill = store.refill();
    for (const entry of one.refill) refill.add(entryOf(entry));
    refill.finish();
  }
}

const sorted = (objects: Iterable<StoredObject>): readonly string[] =>
  Array.from(objects, (one) => JSON.stringify(one)).toSorted();

test("after any writes and lists it says what a store of plain objects says", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat({ max: 30 }), (steps, lateAt) => {
      const plain = createStore<StoredObject>({ indices: { ...indices, late: namesOf }, onIndexFailure: () => undefined });
      const kept = createKeptStore({ shape: undefined, indices, onIndexFailure: () => undefined });
      for (const [at, one] of steps.entries()) {
        if (at === lateAt) kept.addIndex("late", namesOf);
        for (const store of [plain, kept]) takeStep(store, one);
        expect(kept.size).toBe(plain.size);
        expect(sorted(kept.list())).toEqual(sorted(plain.list()));
        for (const index of at >= lateAt ? ["color", "namespace", "late"] : ["color", "namespace"])
          for (const value of [...colors, "shop", ""])
            expect(sorted(kept.byIndex(index, value)), `${index} ${value}`).toEqual(sorted(plain.byIndex(index, value)));
        for (const namespace of ["", "shop"]) {
          const { key } = entryOf({ namespace, name: "a", color: "", version: 0 });
          expect(kept.get(key)).toEqual(plain.get(key));
          expect(kept.identityOf(key)?.resourceVersion).toBe(plain.identityOf(key)?.resourceVersion);
        }
      }
    }),
    { seed, numRuns: size },
  );
});

describe("a list of everything", () => {
  const refilled = (asked: { count: number }) => {
    const color = (object: StoredObject): readonly string[] => {
      asked.count += 1;
      return namesOf(object);
    };
    return createKeptStore({ shape: undefined, indices: { color }, onIndexFailure: () => undefined });
  };
  const red = { namespace: "shop", name: "a", color: "red", version: 1 };

  test("nothing of it is seen before its end", () => {
    const store = refilled({ count: 0 });
    const refill = store.refill();
    refill.add(entryOf(red));
    expect([store.size, store.byIndex("color", "red")]).toEqual([0, []]);
    refill.finish();
    expect(store.byIndex("color", "red")).toHaveLength(1);
  });

  test("what has not changed is not indexed again, and what has is", () => {
    const asked = { count: 0 };
    const store = refilled(asked);
    for (const versions of [
      [1, 1],
      [1, 2],
    ]) {
      const refill = store.refill();
      for (const [at, version] of versions.entries()) refill.add(entryOf({ ...red, name: `n-${at}`, version }));
      refill.finish();
    }
    expect(asked.count).toBe(3);
  });

  test("an index that comes while it is under way knows all of it", () => {
    const store = refilled({ count: 0 });
    const refill = store.refill();
    refill.add(entryOf(red));
    store.addIndex("late", namesOf);
    refill.finish();
    expect(store.byIndex("late", "red")).toHaveLength(1);
  });
});

test("an index that there is not is an error", () => {
  const store = createKeptStore({ shape: undefined, indices, onIndexFailure: () => undefined });
  expect(() => store.byIndex("size", "1")).toThrow("there is no index size; there are color, namespace");
});

test("numbers: slots come and go by the thousand, and each hash has those that there are", () => {
  const index = createHashIndex();
  const expected = new Map<number, Set<number>>();
  const slotsOf = (hash: number): Set<number> => expected.get(hash) ?? new Set();
  let random = 1;
  const next = (below: number): number => (random = Math.imul(random, 48_271) & 0x7fff_ffff) % below;
  const hashesOf = new Map<number, readonly number[]>();
  for (let at = 0; at < 20_000; at += 1) {
    const slot = next(3_000);
    for (const hash of hashesOf.get(slot) ?? []) slotsOf(hash).delete(slot);
    index.remove(slot);
    // One that very many have, as a Namespace, and others that hardly any has.
    const hashes = next(4) === 0 ? [] : [7, hashOf(1, `value-${next(2_000)}`), hashOf(2, String(slot))];
    for (const hash of hashes) {
      index.add(slot, hash);
      expected.set(hash, slotsOf(hash).add(slot));
    }
    hashesOf.set(slot, hashes);
  }
  for (const [hash, slots] of expected) expect(index.slots(hash)).toEqual(slots);
});
