import type { ArrangedSource, CompiledGuard, CompiledPolicy, CompiledRule } from "./compile.ts";
import type { Guard } from "./guard/index.ts";
import type { AdmissionPolicyIr, ValidationIr } from "./ir/admission-policy.ts";
import { neededBy } from "./check/needed.ts";
import { questionsIn } from "./check/questions.ts";
import { renderRule } from "./manifest/rule-fragment.ts";
import type { SourceTexts } from "./source/texts.ts";
import { targetOf } from "./source/target.ts";

/** What the command prints of a compilation: each rule with its place, its target and its YAML. */
export function summarize(sources: readonly ArrangedSource[], texts: SourceTexts): readonly CompiledPolicy[] {
  return sources.flatMap(({ file, stem, policies, guarded }) => {
    const guardsOf = (name: string): readonly Guard[] => guarded.find(({ policy }) => policy.name === name)?.guards ?? [];
    const byPolicy = Map.groupBy(policies, ({ policy }) => policy);
    return [...byPolicy].map(([name, parts]) => {
      const own = parts.filter(({ isGuard, isAudited }) => !isGuard && !isAudited);
      const rules = own.flatMap((part) => rulesOf(part).map((validation) => summarizeRule(part, validation, texts)));
      return { name, source: file, file: `${stem}.yaml`, rules, guards: guardsOf(name).map(summarizeGuard) };
    });
  });
}

function summarizeGuard({ name, state }: Guard): CompiledGuard {
  return { name, state: state.is, text: state.is === "on" ? state.what : state.reason };
}

/** One validation for each rule, in the author's order. */
function rulesOf(part: AdmissionPolicyIr): readonly ValidationIr[] {
  return [...Map.groupBy(part.validations, ({ rule }) => rule).values()].flatMap((group) => group.slice(0, 1));
}

function summarizeRule(part: AdmissionPolicyIr, { rule, span }: ValidationIr, texts: SourceTexts): CompiledRule {
  const own = part.validations.filter((one) => one.rule === rule).map(({ expression }) => expression);
  const expressions = [...own, ...neededBy(own, part).map(({ expression }) => expression)];
  const { target, reason } = targetOf({ asksAuthorizer: expressions.some((one) => questionsIn(one) > 0) });
  return {
    name: rule,
    admissionPolicy: part.name,
    target,
    targetReason: reason,
    line: texts.line(span),
    text: texts.text(span),
    yaml: renderRule(part, rule),
  };
}
