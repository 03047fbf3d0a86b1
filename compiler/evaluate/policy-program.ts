import type { Policy, Rule } from "../dsl/policy.ts";
import type { KubernetesObject } from "../dsl/objects.ts";
import { type MatchEntry, type PolicyIr, operationsOf } from "../ir/policy.ts";
import { evaluate } from "./evaluate.ts";
import type { Finding } from "./finding.ts";
import type { Input } from "./request.ts";

/** What a policy says of objects that would go because something else does: their Namespace. */
export interface PolicyProgram {
  readonly policy: string;
  readonly match: readonly MatchEntry[];
  /** Its rules about deletes read more of an object than `metadata`. */
  readonly readsMore: boolean;
  /** What refuses to delete the object. As with the native guard, only a way out that lifts guards lets it go: a release mark. */
  readonly run: (input: Input) => readonly Finding[];
}

/** The policy with what the compiler knows of it; throws where the file no longer has it. */
export function policyProgram(exported: Policy | readonly Policy[], compiled: PolicyIr): PolicyProgram {
  const found = ([exported].flat() as readonly Policy[]).find(({ name }) => name === compiled.name);
  if (found === undefined) throw new Error(`there is no policy ${compiled.name}`);
  const rules = Object.fromEntries(Object.entries(found.rules).filter(([, rule]) => isRefusingDeletes(rule)));
  const waysOut = found.waysOut?.filter(({ liftsGuards }) => liftsGuards === true);
  const guarding: Policy = { ...found, rules, ...(waysOut !== undefined && { waysOut }) };
  return {
    policy: found.name,
    match: compiled.match,
    readsMore: [
      ...compiled.rules.filter(({ name }) => Object.hasOwn(rules, name)),
      ...compiled.waysOut.map(({ rule }) => rule),
    ].some(({ versionedReads }) => versionedReads.length > 0),
    run: (input) => evaluate(guarding, input, compiled).filter(({ action }) => action === "deny"),
  };
}

function isRefusingDeletes({ operation, denyWhen }: Rule<KubernetesObject>): boolean {
  return denyWhen !== undefined && operationsOf(operation)?.includes("delete") === true;
}
