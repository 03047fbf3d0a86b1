/** The values under which an object is found. */
export type IndexFunction<T> = (object: T) => readonly string[];

/** The keys of objects by one of their values. */
export interface ObjectIndex<T> {
  add(key: string, object: T): IndexedValues;
  remove(key: string, values: IndexedValues): void;
  keys(value: string): Iterable<string>;
}

/** Undefined where the function failed. What was added is kept, for the function need not say the same twice. */
export type IndexedValues = readonly string[] | undefined;

/**
 * An object at which the function throws is found under every value. A guard asks an index what stands against a
 * delete, and whoever can write an object that the function does not expect must not get it overlooked by that. Who
 * asks looks at what is found anyway; one too many is denied a little slower.
 */
export function createIndex<T>(valuesOf: IndexFunction<T>, onFailure: (key: string, error: unknown) => void): ObjectIndex<T> {
  // Most values belong to one object; a Set for each would double the memory of a store.
  const buckets = new Map<string, string | Set<string>>();
  const everywhere = new Set<string>();

  const compute = (key: string, object: T): IndexedValues => {
    try {
      return requireTexts(valuesOf(object));
    } catch (error) {
      onFailure(key, error);
      return undefined;
    }
  };

  return {
    add: (key, object) => {
      const values = compute(key, object);
      if (values === undefined) everywhere.add(key);
      for (const value of values ?? []) buckets.set(value, withKey(buckets.get(value), key));
      return values;
    },
    remove: (key, values) => {
      everywhere.delete(key);
      for (const value of values ?? []) {
        const rest = withoutKey(buckets.get(value), key);
        if (rest === undefined) buckets.delete(value);
        else buckets.set(value, rest);
      }
    },
    *keys(value) {
      const bucket = buckets.get(value);
      if (typeof bucket === "string") yield bucket;
      else if (bucket !== undefined) yield* bucket;
      yield* everywhere;
    },
  };
}

/** Types end where an object of the cluster begins: what is no text would never be found again. */
export function requireTexts(values: unknown): readonly string[] {
  if (Array.isArray(values) && values.every((value) => typeof value === "string")) return values;
  throw new TypeError("an index function gives a list of texts");
}

function withKey(bucket: string | Set<string> | undefined, key: string): string | Set<string> {
  if (bucket === undefined || bucket === key) return key;
  return typeof bucket === "string" ? new Set([bucket, key]) : bucket.add(key);
}

function withoutKey(bucket: string | Set<string> | undefined, key: string): string | Set<string> | undefined {
  if (bucket === undefined || bucket === key) return undefined;
  if (typeof bucket === "string") return bucket;
  bucket.delete(key);
  return bucket.size > 0 ? bucket : undefined;
}
