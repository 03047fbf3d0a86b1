/** What a search found: numbers add up, and so do lists. */
type Findings = object;

/** As many rules as are compiled together. */
export const maxTogether = 120;

/** A long search in pieces, each with a seed of its own. */
export async function inBatches<T extends Findings>(
  { seed, size }: { readonly seed: number; readonly size: number },
  search: (seed: number, count: number) => Promise<T>,
): Promise<T> {
  let sum = await search(seed, Math.min(size, maxTogether));
  for (let from = maxTogether; from < size; from += maxTogether)
    sum = added(sum, await search(seed + from, Math.min(size - from, maxTogether)));
  return sum;
}

function added<T extends Findings>(a: T, b: T): T {
  const others = new Map<string, unknown>(Object.entries(b));
  return Object.fromEntries(Object.entries(a).map(([name, one]) => [name, addedOne(one, others.get(name))])) as T;
}

function addedOne(a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])];
  throw new Error(`${typeof a} and ${typeof b} do not add up`);
}
