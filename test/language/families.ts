import { booleansAndStatements } from "./cases/booleans-and-statements.ts";
import { equality } from "./cases/equality.ts";
import { iteration } from "./cases/iteration.ts";
import { knownValues } from "./cases/known-values.ts";
import { limits } from "./cases/limits.ts";
import { numbers } from "./cases/numbers.ts";
import { creations, creationsAndUpdates, deletions, updates } from "./cases/operations.ts";
import { optionalAccess } from "./cases/optional-access.ts";
import { text } from "./cases/text.ts";
import { warnings } from "./cases/warnings.ts";
import type { Family } from "./language-case.ts";

/** By the prefix of their policies' names. */
export const families: Readonly<Record<string, Family>> = {
  "optional-access": optionalAccess,
  equality,
  booleans: booleansAndStatements,
  text,
  known: knownValues,
  iteration,
  limits,
  warnings,
  numbers,
  deletions,
  updates,
  creations,
  writes: creationsAndUpdates,
};
