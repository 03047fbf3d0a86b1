import { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { PolicyFile, PolicyIr } from "../ir/policy.ts";
import { asksCluster } from "../ir/expressions/visit.ts";
import { limitEntries } from "../plan/limits/entries.ts";
import { limitProblems, planWithinReach } from "../plan/within-limits.ts";

/**
 * Rules of files in which something else is wrong, against what the API server takes of each: an author sees all that
 * is wrong in one run. Their types may lie, so that invariants of ours break; why has been reported.
 */
export function checkPartly(files: readonly PolicyFile<PolicyIr>[], bag: DiagnosticBag): void {
  const own = new DiagnosticBag();
  try {
    for (const policy of limitEntries(files, own).flatMap(({ policies }) => policies)) {
      const rules = policy.rules.filter(({ when, message }) => !asksCluster(when) && !asksCluster(message));
      const native = { ...policy, rules, overrides: [] };
      for (const problem of planWithinReach(native, own).flatMap(limitProblems)) own.add(problem);
    }
  } catch {
    return;
  }
  for (const error of own.errors()) bag.add(error);
}
