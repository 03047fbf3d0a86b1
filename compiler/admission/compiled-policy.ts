import { type CelProgram, celEnvironment } from "../cel-engine/index.ts";
import { conditionNames, messageNames, validationNames } from "./admission-names.ts";
import type { AdmissionPolicy, NamedExpression, Validation } from "./admission-policy.ts";

/** A policy with its expressions ready to run. */
export interface CompiledPolicy {
  readonly policy: AdmissionPolicy;
  readonly matchConditions: readonly CelProgram[];
  readonly variables: ReadonlyMap<string, CelProgram>;
  readonly validations: readonly CompiledValidation[];
}

export interface CompiledValidation {
  readonly validation: Validation;
  readonly expression: CelProgram;
  readonly messageExpression: CelProgram | undefined;
}

/** Throws `CelCompileError` where the API server would not store the policy. */
export function compilePolicy(policy: AdmissionPolicy, kube: string): CompiledPolicy {
  const names = policy.variables.map(({ name }) => name);
  const conditions = celEnvironment({ kube, names: conditionNames });
  const validations = celEnvironment({ kube, names: validationNames(names) });
  const messages = celEnvironment({ kube, names: messageNames(names) });
  return {
    policy,
    matchConditions: policy.matchConditions.map(({ expression }) => conditions.compile(expression)),
    variables: compileVariables(policy.variables, kube),
    validations: policy.validations.map((validation) => ({
      validation,
      expression: validations.compile(validation.expression),
      messageExpression: validation.messageExpression === undefined ? undefined : messages.compile(validation.messageExpression),
    })),
  };
}

/** Each sees only those above it. */
function compileVariables(variables: readonly NamedExpression[], kube: string): ReadonlyMap<string, CelProgram> {
  const above: string[] = [];
  const compiled = new Map<string, CelProgram>();
  for (const { name, expression } of variables) {
    compiled.set(name, celEnvironment({ kube, names: validationNames(above) }).compile(expression));
    above.push(name);
  }
  return compiled;
}
