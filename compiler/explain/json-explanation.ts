import type { Trace, TracedExpression } from "../simulator/admission/index.ts";
import type { Explanation } from "./explanation.ts";
import { type ExplainedPart, partTree } from "./part-tree.ts";
import { textOfValue } from "./value-text.ts";

/** For programs: the same as data; values are the text that people see. */
export function explanationData({ ir, file, rules, guards, admissionPolicies, request }: Explanation): object {
  return {
    policy: ir.name,
    source: ir.span.file,
    file,
    description: ir.description,
    match: ir.match,
    rules: rules.map(({ rule, source }) => ({
      name: rule.name,
      action: rule.action,
      operations: rule.operations,
      line: source.line,
      text: source.text,
      target: source.target,
      targetReason: source.targetReason,
      admissionPolicy: source.native?.admissionPolicy,
      webhooks: source.webhook?.names,
      asked: source.webhook?.asked,
      beyond: source.webhook?.beyond,
    })),
    guards,
    admissionPolicies,
    request: request === undefined ? undefined : requestOf(request),
  };
}

function requestOf({ description, answer, concerned, traces }: NonNullable<Explanation["request"]>): object {
  const values = [...traces].map(([admissionPolicy, trace]) => ({ admissionPolicy, ...valuesOf(trace) }));
  return { request: description, answer, concerned, values };
}

function valuesOf({ matchConditions, variables, validations, messages }: Trace): object {
  const traced = (expressions: ReadonlyMap<string | number, TracedExpression>): object =>
    Object.fromEntries([...expressions].map(([key, expression]) => [key, expressionOf(expression)]));
  return {
    matchConditions: traced(matchConditions),
    variables: traced(variables),
    validations: traced(validations),
    messages: traced(messages),
  };
}

function expressionOf(traced: TracedExpression): object {
  const last = traced.parts.at(-1);
  return { value: last === undefined ? undefined : textOfValue(last.value), parts: partTree(traced).map(partOf) };
}

function partOf({ text, value, parts }: ExplainedPart): object {
  return { text, value: textOfValue(value), parts: parts.map(partOf) };
}
