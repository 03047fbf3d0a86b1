import type { KubernetesObject } from "../../language/objects.ts";
import type { Policy, Rule } from "../../language/policy.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import { evaluate } from "./evaluate.ts";
import { matchedBy } from "./matches.ts";
import { overridesOf } from "./overrides.ts";
import type { Enforcement } from "../../api/enforcement.ts";
import type { RuleProgram } from "../../api/rules-module.ts";

/** What the default export of a policy file may be. */
type Exported = Policy | readonly Policy[];

/** The rule with what the compiler knows of it; throws where the file no longer has it. */
export function ruleProgram(exported: Exported, rule: string, compiled: PolicyIr): RuleProgram {
  const policies = [exported].flat() as readonly Policy[];
  const found = policies.find(({ name }) => name === compiled.name);
  const own = found?.rules[rule];
  if (found === undefined || own === undefined) throw new Error(`there is no rule ${rule} in a policy ${compiled.name}`);
  const alone: Policy = { ...found, rules: { [rule]: own } };
  const at = {
    deny: { ...alone, enforcement: "deny" },
    warn: { ...alone, enforcement: "warn" },
    audit: { ...alone, enforcement: "audit" },
  } as const satisfies Readonly<Record<Enforcement, Policy>>;
  return {
    policy: found.name,
    rule,
    isConflict: compiled.rules.some(({ name, isConflict }) => name === rule && isConflict === true),
    match: matchedBy(compiled.match),
    operations: compiled.rules.find(({ name }) => name === rule)?.operations ?? [],
    asks: compiled.asks,
    isByWebhook: [own, ...overridesOf(found)].some(({ answeredBy }) => answeredBy === "webhook"),
    run: (input, level) => evaluate(at[level], input, compiled),
    unevaluated: (why, input, level) => {
      const rules = { [rule]: unevaluated(own, why) };
      // What took too long may be one of these.
      const overrides = overridesOf(alone).filter(({ answeredBy }) => answeredBy !== "webhook");
      return evaluate({ ...alone, rules, overrides, enforcement: level }, input, compiled);
    },
  };
}

/** Of requests that the rule is about it denies, or warns of, every one. */
function unevaluated({ operation, warnWhen }: Rule<KubernetesObject>, why: string): Rule<KubernetesObject> {
  const message = ({
    oldObject,
    object,
  }: {
    readonly oldObject?: KubernetesObject;
    readonly object?: KubernetesObject;
  }): string => {
    const { kind, metadata } = (oldObject ?? object) as KubernetesObject;
    return `${kind} ${metadata.name} cannot be evaluated: ${why}`;
  };
  const judge = { [warnWhen === undefined ? "denyWhen" : "warnWhen"]: () => true };
  return { ...(operation !== undefined && { operation }), ...judge, message } as unknown as Rule<KubernetesObject>;
}
