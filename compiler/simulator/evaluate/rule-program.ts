import type { Enforcement } from "../../language/enforcement.ts";
import type { Policy } from "../../language/policy.ts";
import type { AskedResource, MatchEntry, Operation, PolicyIr } from "../../ir/policy.ts";
import { evaluate } from "./evaluate.ts";
import { matchedBy } from "./matches.ts";
import type { Finding } from "./finding.ts";
import type { Input } from "./request.ts";

/** One rule of a policy, by itself, as the webhook runs it. */
export interface RuleProgram {
  readonly policy: string;
  readonly rule: string;
  /** Its denials are a 409. */
  readonly isConflict: boolean;
  /** What it is about: of anything else it says nothing, which is no permission. */
  readonly match: readonly MatchEntry[];
  readonly operations: readonly Operation[];
  /** What it may ask the cluster about. */
  readonly asks: readonly AskedResource[];
  /** Empty: it admits the request, or is not about it. `level`: what its denials come to. */
  readonly run: (input: Input, level: Enforcement) => readonly Finding[];
}

/** What the default export of a policy file may be. */
type Exported = Policy | readonly Policy[];

/** The rule with what the compiler knows of it; throws where the file no longer has it. */
export function ruleProgram(exported: Exported, rule: string, compiled: PolicyIr): RuleProgram {
  const policies = [exported].flat() as readonly Policy[];
  const found = policies.find(({ name }) => name === compiled.name);
  const own = found?.rules[rule];
  if (found === undefined || own === undefined) throw new Error(`there is no rule ${rule} in a policy ${compiled.name}`);
  const alone: Policy = { ...found, rules: { [rule]: own } };
  return {
    policy: found.name,
    rule,
    isConflict: compiled.rules.some(({ name, isConflict }) => name === rule && isConflict === true),
    match: matchedBy(compiled.match),
    operations: compiled.rules.find(({ name }) => name === rule)?.operations ?? [],
    asks: compiled.asks,
    run: (input, level) => evaluate({ ...alone, enforcement: level }, input, compiled),
  };
}
