import { AdmissionActivation } from "../admission-activation.ts";
import { CelError, type CelValue, NotEvaluatedHere, celValueOfText, compileCel } from "../cel-engine.ts";

/** An expression with what it needs; `object` is JSON text, so that `1` and `1.0` differ. */
export interface Question {
  readonly cel: string;
  readonly object?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export type Answer =
  | { readonly value: CelValue }
  /** cel-go's words. */
  | { readonly error: string }
  | { readonly refused: string };

export function answerOf({ cel, object = "null", variables = {} }: Question): Answer {
  const value = celValueOfText(object);
  const roots = { object: value, oldObject: value, request: null, namespaceObject: null };
  try {
    const programs = Object.entries(variables).map(([name, text]) => [name, compileCel(text)] as const);
    return { value: compileCel(cel).evaluate(new AdmissionActivation(roots, new Map(programs))) };
  } catch (error) {
    if (error instanceof CelError) return { error: error.message };
    if (error instanceof NotEvaluatedHere) return { refused: error.message };
    throw error;
  }
}
