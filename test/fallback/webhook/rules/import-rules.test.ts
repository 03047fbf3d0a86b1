import { expect, test, vi } from "vitest";
import type { RulesModule } from "../../../../compiler/api/rules-module.ts";

const rulesOf = (policy: string): Buffer =>
  Buffer.from(`export const rules = [];
export const policies = ["${policy}"];
export class Unanswered extends Error {}`);

/** As a test file does, and as a second copy of the webhook's code would. */
async function importAnew(policy: string): Promise<RulesModule> {
  vi.resetModules();
  const { importRules } = await import("../../../../runtime-fallback/webhook/rules/rules-module.ts");
  return importRules(rulesOf(policy), "the rules");
}

test("bytes are never taken for those that another copy of the loader imported", async () => {
  const [first, second] = [await importAnew("first"), await importAnew("second")];
  expect([first.policies, second.policies]).toEqual([["first"], ["second"]]);
});
