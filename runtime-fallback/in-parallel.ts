/**
 * Each item, at most so many at once, in order; after an abort nothing more is begun. What
 * rejects is a result like any other.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
  work: (item: T) => Promise<R>,
): Promise<readonly (PromiseSettledResult<R> | undefined)[]> {
  const results = items.map((): PromiseSettledResult<R> | undefined => undefined);
  const waiting = items.entries();
  const next = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (signal.aborted) return;
      [results[at]] = await Promise.allSettled([work(item)]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, next));
  return results;
}
