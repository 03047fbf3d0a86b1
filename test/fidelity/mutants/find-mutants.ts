import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { runPlanted, runSlice } from "../slice.ts";
import type { Mutant } from "./mutant.ts";
import { mutantVariable } from "./table.ts";

/** How long the search took to see a fault; undefined: it did not. */
export interface Found {
  readonly mutant: Mutant;
  readonly cases: number | undefined;
}

export interface MutantOptions {
  readonly seed: number;
  readonly kube: number;
  /** How far the search goes. */
  readonly rules: number;
}

/** Rules without any fault, to see that what is found is the fault; the searches of `search.ts` go further. */
const errorFreeRules = 100;

const preload = fileURLToPath(new URL("plant.ts", import.meta.url));

/**
 * Plants each fault in a process of its own, and lets the search look for it. Throws where it finds something without
 * any.
 */
export async function findMutants(
  mutants: readonly Mutant[],
  { seed, kube, rules }: MutantOptions,
  onFound: (found: Found) => void = () => {},
): Promise<readonly Found[]> {
  const job = { seed, kube, from: 0, count: rules, executions: ["TypeScript", "local CEL"] as const, stopsAtFirst: true };
  const sound = await runSlice({ ...job, count: Math.min(rules, errorFreeRules) });
  const [finding] = sound.findings;
  if (finding !== undefined) throw new Error(`the search finds a ${finding.problem} without a fault (rule ${finding.rule})`);
  const found: Found[] = [];
  const waiting = mutants.values();
  const work = async (): Promise<void> => {
    for (const mutant of waiting) {
      const execArgv = ["--import", preload];
      const { tally, planted } = await runPlanted(job, { execArgv, env: { [mutantVariable]: JSON.stringify(mutant) } });
      if (planted !== mutant.name) throw new Error(`"${mutant.name}" was not planted: nothing loads ${mutant.file}`);
      const one = { mutant, cases: tally.findings.length === 0 ? undefined : tally.cases };
      found.push(one);
      onFound(one);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return found;
}
