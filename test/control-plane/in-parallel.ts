/**
 * Works on some at a time, and returns the results in the order of the items; `Array(count).keys()` where there are
 * none.
 */
export async function inParallel<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  atOnce = 16,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const rest = [...items].entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
