import type { Activation, CelError, CelProgram, CelValue, Observe } from "../../cel/index.ts";
import type { AdmissionInput } from "./admission-request.ts";
import type { AdmissionOptions } from "./admission-evaluator.ts";
import type { AdmissionPolicy } from "./admission-policy.ts";
import { compilePolicy } from "./compiled-policy.ts";
import { decide } from "./decide.ts";
import { asMatched } from "./match-request.ts";

/** What the expressions of a policy gave on one request. Whatever was not evaluated is not there. */
export interface Trace {
  readonly matchConditions: ReadonlyMap<number, TracedExpression>;
  readonly variables: ReadonlyMap<string, TracedExpression>;
  readonly validations: ReadonlyMap<number, TracedExpression>;
  readonly messages: ReadonlyMap<number, TracedExpression>;
}

export interface TracedExpression {
  readonly text: string;
  /** In the order of evaluation, inner parts first and the whole last; rounds of a comprehension follow each other. */
  readonly parts: readonly TracedPart[];
}

/** A part of the text and what it gave. */
export interface TracedPart {
  readonly start: number;
  readonly end: number;
  readonly value: CelValue | CelError;
}

/** Undefined: the policy does not match the request. */
export function traceAdmissionPolicy(
  policy: AdmissionPolicy,
  input: AdmissionInput,
  { kube }: AdmissionOptions,
): Trace | undefined {
  const matched = asMatched(policy, input);
  if (matched === undefined) return undefined;
  const compiled = compilePolicy(policy, kube);
  const matchConditions = new Map<number, TracedExpression>();
  const variables = new Map<string, TracedExpression>();
  const validations = new Map<number, TracedExpression>();
  const messages = new Map<number, TracedExpression>();
  const traced = {
    policy,
    matchConditions: compiled.matchConditions.map((program, at) => tracing(program, matchConditions, at)),
    variables: new Map([...compiled.variables].map(([name, program]) => [name, tracing(program, variables, name)])),
    validations: compiled.validations.map(({ validation, expression, messageExpression }, at) => ({
      validation,
      expression: tracing(expression, validations, at),
      messageExpression: messageExpression === undefined ? undefined : tracing(messageExpression, messages, at),
    })),
  };
  decide({ ...traced, auditAnnotations: [] }, matched);
  return { matchConditions, variables, validations, messages };
}

/**
 * The program, which notes what it gave the first time: variables are evaluated again for
 * messages, with the same result.
 */
function tracing<Key>(program: CelProgram, into: Map<Key, TracedExpression>, key: Key): CelProgram {
  const evaluate = (activation: Activation): CelValue => {
    if (into.has(key)) return program.evaluate(activation);
    const parts: TracedPart[] = [];
    const observe: Observe = (start, end, value) => void parts.push({ start, end, value });
    into.set(key, { text: program.text, parts });
    return program.evaluate(activation, observe);
  };
  return { ...program, evaluate };
}
