import { type Activation, CelError, CelFields, type CelProgram, type CelValue } from "../../cel/index.ts";

/** `variables`: each is evaluated when it is first read, once; an error of its is an error of everyone who reads it. */
export function bindVariables(programs: ReadonlyMap<string, CelProgram>, activation: Activation): CelFields {
  const known = new Map<string, CelValue | CelError>();
  return new CelFields((name) => {
    let value = known.get(name);
    if (value === undefined) known.set(name, (value = evaluateVariable(name, programs, activation)));
    if (value instanceof CelError) throw value;
    return value;
  });
}

function evaluateVariable(name: string, programs: ReadonlyMap<string, CelProgram>, activation: Activation): CelValue | CelError {
  const program = programs.get(name);
  if (program === undefined) throw new Error(`variables.${name} compiles, and there is none: please report this bug of Holdfast`);
  try {
    return program.evaluate(activation);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return new CelError(`composited variable "${name}" fails to evaluate: ${error.message}`);
  }
}
