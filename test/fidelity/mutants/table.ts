import { afterLowering } from "./after-lowering.ts";
import { inEvaluation } from "./in-evaluation.ts";
import { inLowering } from "./in-lowering.ts";
import { inText } from "./in-text.ts";
import type { Mutant } from "./mutant.ts";

/** Every fault that the search has to find. */
export const mutants: readonly Mutant[] = [...inLowering, ...inText, ...afterLowering, ...inEvaluation];

/** The variable that tells a process which fault to plant, as JSON. */
export const mutantVariable = "FIDELITY_MUTANT";

/** The variable by which the process says which fault it runs with. */
export const plantedVariable = "FIDELITY_PLANTED";
