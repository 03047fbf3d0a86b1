/**
 * Matchers for tests of policies in vitest: `import "holdfast/vitest"`, then `expect(policy).toDeny(del(object))`.
 * Importing it teaches them to `expect`, as other extensions of vitest do.
 */
import { expect } from "vitest";
import { policyMatchers } from "./policy-matchers.ts";

expect.extend(policyMatchers);

export type { ProvidedPolicies } from "./augmentation.ts";
export type { ExpectedDenial, PolicyMatchers } from "./policy-matchers.ts";
