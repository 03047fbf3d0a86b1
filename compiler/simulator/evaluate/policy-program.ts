import { contentMadeByKubernetes } from "../../language/overrides/implied-overrides.ts";
import type { OnDelete, Policy, Rule } from "../../language/policy.ts";
import type { KubernetesObject } from "../../language/objects.ts";
import { type PolicyIr, operationsOf } from "../../ir/policy.ts";
import { evaluate } from "./evaluate.ts";
import { overridesOf } from "./overrides.ts";
import type { PolicyProgram } from "../../api/rules-module.ts";
import type { Input } from "../../api/admission-review.ts";
import { decodeInput, noLimits } from "./view.ts";

/**
 * The policy with what the compiler knows of it, and those of its rules and overrides that the compiler names: others
 * ask what nobody answers here. Throws where the file no longer has it.
 */
export function policyProgram(exported: Policy | readonly Policy[], compiled: PolicyIr): PolicyProgram {
  const found = ([exported].flat() as readonly Policy[]).find(({ name }) => name === compiled.name);
  if (found === undefined) throw new Error(`there is no policy ${compiled.name}`);
  const open = namesOf(
    compiled.overrides.filter(({ isOfObject, disablesGuards }) => isOfObject || disablesGuards).map(({ rule }) => rule),
  );
  const named = namesOf(compiled.rules);
  const denying = Object.entries(found.rules).filter(([name, rule]) => named.has(name) && isDenyingDeletes(rule));
  const rules = Object.fromEntries(denying);
  const overrides = overridesOf(found).filter(({ name }) => open.has(name));
  const isLeftOut = (input: Input): boolean => open.has("madeByKubernetes") && isMadeByKubernetes(input);
  const guarding: Policy = { ...found, rules, overrides };
  return {
    policy: found.name,
    match: compiled.match,
    readsMore: [
      ...compiled.rules.filter(({ name }) => Object.hasOwn(rules, name)),
      ...compiled.overrides.map(({ rule }) => rule),
    ].some(({ versionedReads }) => versionedReads.length > 0),
    run: (input) => (isLeftOut(input) ? [] : evaluate(guarding, input, compiled).filter(({ action }) => action === "deny")),
  };
}

/** Kubernetes makes it in every Namespace, and it does not keep the Namespace, as with the native guard. */
function isMadeByKubernetes(input: Input): boolean {
  return contentMadeByKubernetes(decodeInput(input, undefined, noLimits) as OnDelete<KubernetesObject>);
}

function namesOf(rules: PolicyIr["rules"]): ReadonlySet<string> {
  return new Set(rules.map(({ name }) => name));
}

function isDenyingDeletes({ operation, denyWhen }: Rule<KubernetesObject>): boolean {
  return denyWhen !== undefined && operationsOf(operation)?.includes("delete") === true;
}
