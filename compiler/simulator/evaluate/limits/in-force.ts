import { iterationLimit } from "../../../language/limits.ts";

/** What limits the code of a policy. It is synchronous, so that nothing else runs meanwhile. */
export interface Limits {
  /** Whether a rule or an override runs: it reads from texts and dates what CEL reads. */
  readonly isOfRule: boolean;
  /** Characters of a text that patterns, `trim` and the like read. */
  readonly mostText?: number | undefined;
  readonly parts: PartLimits;
}

/** How many parts of a text may be iterated over, and whether a rule goes through such lists by position. */
interface PartLimits {
  readonly most: number;
  readonly isByPosition: boolean;
}

/** Of what a policy says beside its rules. */
export const besideRules: Limits = { isOfRule: false, parts: { most: iterationLimit, isByPosition: false } };

/** `isInside`: a method runs that has been replaced, and nothing of the rule. */
export const inForce: { limits: Limits; isInside: boolean } = { limits: besideRules, isInside: false };
