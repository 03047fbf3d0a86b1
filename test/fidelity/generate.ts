import fc from "fast-check";
import { type GeneratedRequest, requestsFor } from "./objects.ts";
import type { RuleKind } from "./rule-kind.ts";
import { type GeneratedRule, ruleOf } from "./write-rule.ts";

/** Each rule meets so many objects, all of them its own. */
export const objectsPerRule = 100;

/**
 * So many of a hundred rules may be rejected by the compiler; as many more are made, so that there are cases enough.
 */
export const maxRejected = 20;

/** Rules that one process makes and asks before another one takes over: modules, once imported, stay in memory. */
export const sliceSize = 1000;

/** Numbers enough for any rule, each as likely as any other. */
const ruleNumbers: fc.Arbitrary<readonly number[]> = fc.noBias(
  fc.array(fc.nat(), { minLength: 200, maxLength: 200, size: "max" }),
);

/** What decides which rules there are, beside their numbers. */
export interface Origin {
  readonly seed: number;
  /** Minor version of the oldest Kubernetes that the rules are for. */
  readonly kube: number;
}

/** The rules from number `from` on, below the end of its slice. */
export function generateRules(origin: Origin, from: number, count: number): readonly GeneratedRule[] {
  return Array.from({ length: count }, (_, at) => generateRule(origin, from + at));
}

export function generateRule({ seed, kube }: Origin, at: number): GeneratedRule {
  const [numbers = []] = fc.sample(ruleNumbers, { seed: mixed(seed, at), numRuns: 1 });
  return ruleOf(numbers, { at, kube });
}

/** The objects that rule number `at` meets. */
export function generateRequests(seed: number, at: number, kind: RuleKind): readonly GeneratedRequest[] {
  return fc.sample(requestsFor(kind), { seed: mixed(seed, -1 - at), numRuns: objectsPerRule });
}

/** Neighbouring numbers make neighbouring seeds, and those alike rules. */
function mixed(seed: number, at: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(at + 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
