import type { Compilation, CompiledGuard, CompiledRule } from "../compile.ts";
import type { CompiledAdmissionPolicy } from "../report/compiled-admission-policy.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import type { AskedRequest } from "./asked-request.ts";

/** What there is to know of a policy, and of one request where one is given. */
export interface Explanation {
  readonly ir: PolicyIr;
  /** The YAML file in the output directory. */
  readonly file: string;
  readonly rules: readonly ExplainedRule[];
  readonly guards: readonly CompiledGuard[];
  readonly admissionPolicies: readonly CompiledAdmissionPolicy[];
  readonly request: AskedRequest | undefined;
}

export interface ExplainedRule {
  readonly rule: RuleIr;
  /** As written, with its place and its target. */
  readonly source: CompiledRule;
}

export function explain(compilation: Compilation, ir: PolicyIr, request: AskedRequest | undefined): Explanation {
  const summary = compilation.policies.find(({ name }) => name === ir.name);
  const rules = ir.rules.flatMap((rule) => {
    const source = summary?.rules.find(({ name }) => name === rule.name);
    return source === undefined ? [] : [{ rule, source }];
  });
  const admissionPolicies = compilation.admissionPolicies.filter(({ policy }) => policy === ir.name);
  return { ir, file: summary?.file ?? "", rules, guards: summary?.guards ?? [], admissionPolicies, request };
}
