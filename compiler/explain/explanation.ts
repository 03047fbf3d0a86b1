import type { Compilation, CompiledGuard, CompiledRule } from "../compile.ts";
import type { CompiledAdmissionPolicy } from "../report/compiled-admission-policy.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { type Trace, traceAdmissionPolicy } from "../simulator/admission/index.ts";
import { formatMinor } from "../ir/kubernetes-version.ts";
import type { PolicyAnswer } from "../simulator/testing/answer.ts";
import { type RuleName, ask } from "../simulator/testing/ask.ts";
import { admissionInputOf } from "../simulator/testing/input-of.ts";
import type { RequestDescription } from "../simulator/testing/request-description.ts";
import { resourceOf } from "../simulator/testing/resource-of.ts";
import type { TestedPolicy } from "../simulator/testing/tested-policy.ts";

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

/** A request, what the policy says to it, and what its expressions gave. */
export interface AskedRequest {
  readonly description: RequestDescription;
  readonly answer: PolicyAnswer;
  readonly concerned: readonly RuleName[];
  /** By name of the ValidatingAdmissionPolicy; those that do not match the request are not there. */
  readonly traces: ReadonlyMap<string, Trace>;
}

export function askAndTrace(tested: TestedPolicy, description: RequestDescription): AskedRequest {
  const { match } = tested.compiled.ir;
  const { answer, concerned } = ask([{ tested }], description, []);
  const input = admissionInputOf(description, resourceOf(description, { kinds: [], match }), match);
  // What a policy over parameters finds is asked of it one by one, and has no single trace.
  const single = tested.documents.policies.filter(({ paramKind }) => paramKind === undefined);
  const traces = single.flatMap((policy) => {
    const trace = traceAdmissionPolicy(policy, input, { kube: formatMinor(tested.compiled.kube) });
    return trace === undefined ? [] : [[policy.name, trace] as const];
  });
  return { description, answer, concerned, traces: new Map(traces) };
}
