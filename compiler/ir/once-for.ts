/** A function that works out what is no node of a tree once, for as long as there is the key. */
export function onceFor<Result, Key extends object>(compute: (key: Key) => Result): (key: Key) => Result {
  return onceIn(new WeakMap(), compute);
}

interface Kept<Key, Result> {
  get(key: Key): { readonly result: Result } | undefined;
  set(key: Key, kept: { readonly result: Result }): unknown;
}

export function onceIn<Result, Key>(results: Kept<Key, Result>, compute: (key: Key) => Result): (key: Key) => Result {
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known.result;
    const result = compute(key);
    results.set(key, { result });
    return result;
  };
}
