import { equality } from "./cases/equality.ts";
import { optionalAccess } from "./cases/optional-access.ts";
import type { Family } from "./language-case.ts";

/** By the prefix of their policies' names. */
export const families: Readonly<Record<string, Family>> = {
  "optional-access": optionalAccess,
  equality,
};
