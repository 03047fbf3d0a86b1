/** A map that forgets what was not asked for longest, so that strangers cannot fill the memory. */
export interface Recent<T> {
  /** What stands under the key; made where nothing does. */
  of(key: string): T;
  readonly size: number;
}

export function createRecent<T>(most: number, make: () => T): Recent<T> {
  const entries = new Map<string, T>();
  return {
    of: (key) => {
      const entry = entries.get(key) ?? make();
      // A Map keeps the order in which keys were put in: the first is the oldest.
      entries.delete(key);
      entries.set(key, entry);
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
      return entry;
    },
    get size() {
      return entries.size;
    },
  };
}
