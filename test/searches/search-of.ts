import { type SearchName, fixedSeed, searches } from "./table.ts";

/** What `npm run test:long` asks for; it sets the variable, and nothing else does. */
export interface LongRun {
  readonly search: SearchName;
  readonly seed: number;
  readonly size: number;
}

export const longVariable = "HOLDFAST_LONG";

export interface SizedSearch {
  readonly seed: number;
  readonly size: number;
  /** Whether it was asked for by name: it may take its time, and shows all that it can. */
  readonly isLong: boolean;
  /** For each of its tests. Grows with the size; nobody's patience is measured by it. */
  readonly timeoutMs: number;
  /** What goes with the size, and is counted in something else: from `small` to `full`, as the size does. */
  between(range: { readonly small: number; readonly full: number }): number;
}

const smallTimeoutMs = 600_000;
const longestTimeoutMs = 2 ** 31 - 1;

/** The only place where a test gets a seed or the size of a search from. */
export function searchOf(name: SearchName, { env }: { readonly env: NodeJS.ProcessEnv } = process): SizedSearch {
  const { small, full } = searches[name];
  const asked = env[longVariable];
  const long = asked === undefined ? undefined : (JSON.parse(asked) as LongRun);
  const isLong = long?.search === name;
  const { seed, size } = isLong ? long : { seed: fixedSeed, size: small };
  return {
    seed,
    size,
    isLong,
    timeoutMs: Math.min(longestTimeoutMs, Math.ceil((smallTimeoutMs * Math.max(size, small)) / small)),
    between: (range) => Math.round(range.small + ((range.full - range.small) * (size - small)) / (full - small)),
  };
}

/** For a property of fast-check, which tells the seed and the path of what it finds. */
export function runsOf(name: SearchName): { readonly seed: number; readonly numRuns: number } {
  const { seed, size } = searchOf(name);
  return { seed, numRuns: size };
}

/** So many of a hundred, evenly spread: what is side by side is much alike. */
export function isInPart(at: number, percent: number): boolean {
  return Math.floor(((at + 1) * percent) / 100) > Math.floor((at * percent) / 100);
}
