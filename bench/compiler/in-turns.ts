import type { Bench } from "../row.ts";
import type { Run } from "./measured-run.ts";

export type Turn = () => Promise<Run>;

/** Each has its turn in each round; one round before is not counted: it is for the caches of the operating system. */
export async function inTurns<Name extends string>(
  { rounds }: Pick<Bench, "rounds">,
  turns: Readonly<Record<Name, Turn>>,
): Promise<Readonly<Record<Name, readonly Run[]>>> {
  const names = Object.keys(turns) as Name[];
  const runs = Object.fromEntries(names.map((name) => [name, [] as Run[]])) as Record<Name, Run[]>;
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const run = await turns[name]();
      if (round >= 0) runs[name].push(run);
    }
  }
  return runs;
}
