/** The same function, which works out each key once, for as long as there is the key. Of nodes: once.ts. */
export function onceFor<Result, Key extends object>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known.result;
    const result = compute(key);
    results.set(key, { result });
    return result;
  };
}
