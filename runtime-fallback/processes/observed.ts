import type { RegisterReader } from "../controller/observe.ts";

export interface Observed<T> {
  readonly observe: RegisterReader<T>;
  /** From whoever is observed now. */
  all(): Iterable<T>;
}

/** What parts of the controller know while they run. They run anew each time that this process begins to lead; metrics stay. */
export function observed<T>(): Observed<T> {
  const reads = new Set<() => Iterable<T>>();
  return {
    observe: (read) => {
      reads.add(read);
      return () => void reads.delete(read);
    },
    *all() {
      for (const read of reads) yield* read();
    },
  };
}
