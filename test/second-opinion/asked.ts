import { type AdmissionPolicy, CelError, type CelValue, NotEvaluatedHere } from "../../compiler/simulator/admission/index.ts";
import { bindRoots } from "../../compiler/simulator/admission/admission-roots.ts";
import { bindVariables } from "../../compiler/simulator/admission/decide.ts";
import { compilePolicy } from "../../compiler/simulator/admission/compiled-policy.ts";
import { validationNames } from "../../compiler/simulator/admission/admission-names.ts";
import { type Activation, type CelProgram, celEnvironment } from "../../compiler/cel/index.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { inputOf } from "../language/requests.ts";
import { canonical, opaque } from "./canonical.ts";
import type { Asked, Opinion } from "./opinion.ts";

/** All expressions of the policy, each by itself: what decides before it does not matter. */
export function askedOf(policy: AdmissionPolicy, kube: string, inputs: readonly Input[]): readonly Asked[] {
  const compiled = compilePolicy(policy, kube);
  const programs: readonly (readonly [string, CelProgram])[] = [
    ...[...compiled.variables].map(([name, program]) => [`variables.${name}`, program] as const),
    ...compiled.validations.flatMap(({ expression, messageExpression }, at) => [
      [`validations[${at}]`, expression] as const,
      ...(messageExpression === undefined ? [] : [[`validations[${at}].messageExpression`, messageExpression] as const]),
    ]),
  ];
  return inputs.flatMap((input) => askedAbout(input, programs, compiled.variables));
}

function askedAbout(
  input: Input,
  programs: readonly (readonly [string, CelProgram])[],
  variables: ReadonlyMap<string, CelProgram>,
): readonly Asked[] {
  const roots = bindRoots(input, { metadata: { name: "parameter" } });
  const activation: Activation = { get: (name) => (name === "variables" ? fields : roots.get(name)) };
  const fields = bindVariables(variables, activation);
  return programs.flatMap(([place, program]) => {
    const read = variablesIn(program.text).map((name) => [name, valueOf(() => fields.read(name))] as const);
    // Without a value of a variable there is none of what reads it, and a time or a quantity of ours is none of theirs.
    if (read.some(([, value]) => value === undefined || canonical(value).includes(opaque))) return [];
    const known = new Map(read.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
    return [{ place, text: program.text, roots, variables: known, ours: opinionOf(() => program.evaluate(activation)) }];
  });
}

/** An expression that reads nothing but the request about an object without anything in it. */
export function askedAlone(text: string, kube: string): Asked {
  const roots = bindRoots(inputOf({ stored: {} }, "alone"), null);
  const program = celEnvironment({ kube, names: validationNames({}, false) }).compile(text);
  const activation: Activation = { get: (name) => roots.get(name) };
  return { place: "alone", text, roots, variables: new Map(), ours: opinionOf(() => program.evaluate(activation)) };
}

function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\bvariables\.(\w+)/g)].map(([, name = ""]) => name))];
}

function valueOf(read: () => CelValue): CelValue | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CelError || error instanceof NotEvaluatedHere) return undefined;
    throw error;
  }
}

function opinionOf(evaluate: () => CelValue): Opinion {
  try {
    return { value: canonical(evaluate()) };
  } catch (error) {
    if (error instanceof CelError) return { error: error.message };
    if (error instanceof NotEvaluatedHere) return { unable: error.message };
    throw error;
  }
}
