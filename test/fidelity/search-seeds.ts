import { availableParallelism } from "node:os";
import { type SearchOptions, rulesFor } from "./search.ts";
import { runSlice } from "./slice.ts";
import { type Tally, addTallies, emptyTally } from "./tally.ts";

export interface SeedsOptions extends Omit<SearchOptions, "seed"> {
  readonly seeds: readonly number[];
}

/**
 * The same as `search` for each seed, in a process of its own. A seed that was found again is searched with
 * `npm run fidelity`.
 */
export async function searchSeeds(
  { seeds, cases, kube, executions }: SeedsOptions,
  onSeed: (done: { readonly seed: number; readonly tally: Tally }) => void = () => {},
): Promise<Tally> {
  const waiting = seeds.values();
  let all = emptyTally;
  const work = async (): Promise<void> => {
    for (const seed of waiting) {
      const tally = await runSlice({ seed, kube, from: 0, count: rulesFor(cases), executions, stopsAtFirst: false });
      onSeed({ seed, tally });
      all = addTallies(all, tally);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return all;
}
