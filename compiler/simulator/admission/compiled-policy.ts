import { type CelEnvironment, type CelProgram, type Declarations, celEnvironment } from "../../cel/index.ts";
import { type VariableTypes, conditionNames, messageNames, validationNames } from "./admission-names.ts";
import type { AdmissionPolicy, NamedCelText, PolicyValidation } from "./admission-policy.ts";

/** Types that a variable keeps. */
const kept: ReadonlySet<string> = new Set("bool bytes double int uint string null duration timestamp".split(" "));

/**
 * What the checker knows of a variable whose expression has the type `result`. Optionals, quantities and
 * whatever else has no type in a schema are `dyn` (apiserver: pkg/cel/environment and
 * admission/plugin/cel/composition.go, convertCelTypeToDeclType).
 */
function variableType(result: string): string {
  const list = /^list\((.*)\)$/s.exec(result)?.[1];
  if (list !== undefined) return `list(${variableType(list)})`;
  const [, key, value] = /^map\(([^,()]+), (.*)\)$/s.exec(result) ?? [];
  if (key !== undefined && value !== undefined) return `map(${variableType(key)}, ${variableType(value)})`;
  return kept.has(result) ? result : "dyn";
}

/** A policy with its expressions ready to run. */
export interface RunnablePolicy {
  readonly policy: AdmissionPolicy;
  readonly matchConditions: readonly CelProgram[];
  readonly variables: ReadonlyMap<string, CelProgram>;
  readonly validations: readonly RunnableValidation[];
  readonly auditAnnotations: readonly RunnableAnnotation[];
}

export interface RunnableAnnotation {
  readonly key: string;
  readonly program: CelProgram;
}

export interface RunnableValidation {
  readonly validation: PolicyValidation;
  readonly expression: CelProgram;
  readonly messageExpression: CelProgram | undefined;
}

/** Throws `CelCompileError` where the API server would not store the policy. */
export function compilePolicy(policy: AdmissionPolicy, kube: string): RunnablePolicy {
  return { policy, ...compileExpressions(policy, kube) };
}

type WithExpressions = Pick<AdmissionPolicy, "auditAnnotations" | "matchConditions" | "paramKind" | "validations" | "variables">;

export type CompiledExpressions = Omit<RunnablePolicy, "policy">;

/** The same for what has the expressions of a policy. */
export function compileExpressions(policy: WithExpressions, kube: string): CompiledExpressions {
  const hasParams = policy.paramKind !== undefined;
  const variables = compileVariables(policy.variables, kube, hasParams);
  const types = variableTypes(variables);
  const conditions = compilerFor("conditions", kube, [hasParams], conditionNames);
  const validations = compilerFor("validations", kube, [types, hasParams], validationNames);
  const messages = compilerFor("messages", kube, [types, hasParams], messageNames);
  return {
    matchConditions: policy.matchConditions.map(({ expression }) => conditions(expression)),
    variables,
    validations: policy.validations.map((validation) => ({
      validation,
      expression: validations(validation.expression),
      messageExpression: validation.messageExpression === undefined ? undefined : messages(validation.messageExpression),
    })),
    auditAnnotations: policy.auditAnnotations.map(({ key, valueExpression }) => ({
      key,
      program: validations(valueExpression),
    })),
  };
}

/** Each sees only those above it. */
export function compileVariables(
  variables: readonly NamedCelText[],
  kube: string,
  hasParams = false,
): ReadonlyMap<string, CelProgram> {
  const compiled = new Map<string, CelProgram>();
  for (const { name, expression } of variables)
    compiled.set(name, compilerFor("validations", kube, [variableTypes(compiled), hasParams], validationNames)(expression));
  return compiled;
}

/** So many programs are kept, and little enough for a search over many policies. */
const maxPrograms = 5_000;

const programs = new Map<string, CelProgram>();

/**
 * Compiles once what many policies say under the same names: most of what guards look at. `place` and `given` say which
 * names there are.
 */
function compilerFor<Given extends readonly unknown[]>(
  place: string,
  kube: string,
  given: Given,
  namesOf: (...given: Given) => Declarations,
): (text: string) => CelProgram {
  const around = JSON.stringify([place, kube, given]);
  let environment: CelEnvironment | undefined;
  return (text) => {
    const key = `${around}\n${text}`;
    const known = programs.get(key);
    if (known !== undefined) return known;
    environment ??= celEnvironment({ kube, names: namesOf(...given) });
    const program = environment.compile(text);
    if (programs.size >= maxPrograms) programs.clear();
    programs.set(key, program);
    return program;
  };
}

export function variableTypes(compiled: ReadonlyMap<string, CelProgram>): VariableTypes {
  return Object.fromEntries([...compiled].map(([name, { resultType }]) => [name, variableType(resultType)]));
}
