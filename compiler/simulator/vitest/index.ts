/**
 * The package `holdfast/vitest`: matchers for tests of policies. The import registers them.
 *
 *     import "holdfast/vitest";
 *     expect(policy).toDeny(del(object));
 */
import { expect } from "vitest";
import { policyMatchers } from "./policy-matchers.ts";

expect.extend(policyMatchers);

export type { ProvidedPolicies } from "./augmentation.ts";
export type { ExpectedDenial, PolicyMatchers } from "./policy-matchers.ts";
