/**
 * Entries of a stored list or map that a rule may walk. From the API server's limit of 1,000,000 cost units an
 * expression: 10,000 leaves 100 units for each entry, enough for a dozen comparisons. The compiler checks it.
 */
export const iterationLimit = 10_000;

/** Keys that `sorted` takes: its CEL form costs the square of their number, for each place. */
export const sortLimit = 10;

/** Thrown in the TypeScript execution where a rule walks too many entries; the evaluation answers with a refusal. */
export class IterationLimitExceeded extends Error {
  override readonly name = "IterationLimitExceeded";
}

const originals = new WeakMap<object, object>();

/** Counting a list whose elements may have any type means to look at each. */
export type Counting = "length is known" | "length takes a walk";

/** A list or map that can be read by key, but throws `IterationLimitExceeded` when it is walked. */
export function withLimit<T extends object>(collection: T, counting: Counting = "length is known"): T {
  const refuse = (): never => {
    throw new IterationLimitExceeded();
  };
  const limited = new Proxy(collection, {
    ownKeys: refuse,
    get: (target, key) => {
      if (key === "length" && Array.isArray(target) && counting === "length takes a walk") return refuse();
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? refuse : value;
    },
  });
  originals.set(limited, collection);
  return limited;
}

/** The collection behind `withLimit`, for what does not walk it entry by entry in CEL. */
export function withoutLimit<T extends object>(collection: T): T {
  return (originals.get(collection) as T | undefined) ?? collection;
}

/** The refusal of a rule that reached too large a list or map; kind and name of the object stand between the parts. */
export function limitText(rule: string): readonly [beforeKind: string, beforeName: string, after: string] {
  const walked = `${iterationLimit} entries in a list or map, or more than ${sortLimit} keys to name`;
  return [`${rule}: `, " ", ` cannot be judged: this rule would have to walk more than ${walked}; remove entries and try again`];
}
