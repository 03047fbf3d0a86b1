import { availableParallelism } from "node:os";
import type { ExecutionName } from "./execution.ts";
import { maxRejected, objectsPerRule, sliceSize } from "./generate.ts";
import { runSlice } from "./slice.ts";
import { type Tally, addTallies, emptyTally } from "./tally.ts";

export interface SearchOptions {
  readonly cases: number;
  readonly seed: number;
  /** The minor version that the YAML is for, and that evaluates it. */
  readonly kube: number;
  /** What is compared. */
  readonly executions: readonly ExecutionName[];
}

/** So many rules make so many cases, however many of them are rejected. */
export function rulesFor(cases: number): number {
  return Math.ceil((cases / objectsPerRule / (100 - maxRejected)) * 100);
}

/** Compares the executions that need no server, in a process for each slice. The same seed makes the same cases. */
export async function search(
  { cases, seed, kube, executions }: SearchOptions,
  onProgress: (rules: number, of: number) => void = () => {},
): Promise<Tally> {
  const rules = rulesFor(cases);
  const size = Math.min(sliceSize, Math.ceil(rules / availableParallelism()));
  const starts = Array.from({ length: Math.ceil(rules / size) }, (_, slice) => slice * size);
  const done = new Map<number, number>();
  const tallies = new Map<number, Tally>();
  const waiting = starts.values();
  const work = async (): Promise<void> => {
    for (const from of waiting) {
      const onRules = (count: number): void => {
        done.set(from, count);
        onProgress(
          [...done.values()].reduce((sum, one) => sum + one, 0),
          rules,
        );
      };
      const count = Math.min(size, rules - from);
      tallies.set(from, await runSlice({ seed, kube, from, count, executions, stopsAtFirst: false }, { onRules }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return starts.map((from) => tallies.get(from) ?? emptyTally).reduce(addTallies, emptyTally);
}
