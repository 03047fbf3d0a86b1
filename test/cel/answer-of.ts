import { bindVariables } from "../../compiler/simulator/admission/decide.ts";
import { validationNames } from "../../compiler/simulator/admission/admission-names.ts";
import { compileVariables, variableTypes } from "../../compiler/simulator/admission/compiled-policy.ts";
import {
  type Activation,
  CelCompileError,
  CelError,
  type CelProgram,
  type CelValue,
  NotEvaluatedHere,
  celEnvironment,
  celValueOfText,
} from "../../compiler/cel/index.ts";

/** An expression with what it needs; `object` is JSON text, so that `1` and `1.0` differ. */
export interface Query {
  readonly cel: string;
  readonly object?: string;
  readonly kube?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export type Answer =
  | { readonly value: CelValue }
  /** cel-go's words. */
  | { readonly error: string }
  /** Why the API server would not store it. */
  | { readonly uncompiled: string }
  | { readonly rejected: string };

/** What the engine says of an expression of a validation. */
export function answerOf({ cel, object = "null", variables = {}, kube = "1.30" }: Query): Answer {
  const value = celValueOfText(object);
  try {
    const named = Object.entries(variables).map(([name, expression]) => ({ name, expression }));
    const programs = compileVariables(named, kube);
    const { compile } = celEnvironment({ kube, names: validationNames(variableTypes(programs)) });
    return { value: compile(cel).evaluate(activationOf(value, programs)) };
  } catch (error) {
    if (error instanceof CelError) return { error: error.message };
    if (error instanceof CelCompileError) return { uncompiled: error.message };
    if (error instanceof NotEvaluatedHere) return { rejected: error.message };
    throw error;
  }
}

function activationOf(object: CelValue, programs: ReadonlyMap<string, CelProgram>): Activation {
  const activation: Activation = { get: (name) => (name === "variables" ? variables : roots.get(name)) };
  const variables = bindVariables(programs, activation);
  const roots = new Map<string, CelValue>([
    ["object", object],
    ["oldObject", object],
    ["request", new Map()],
    ["namespaceObject", null],
  ]);
  return activation;
}
