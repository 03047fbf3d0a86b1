import { Environment, ParseError } from "cel-js";
import { NotEvaluatedHere } from "./cel/failures.ts";
import type { ParsedNode } from "./cel/parsed-node.ts";
import { plan } from "./cel/plan.ts";
import { readSyntax } from "./cel/read-syntax.ts";
import type { Activation } from "./cel/scope.ts";
import type { CelValue } from "./cel/value.ts";

export { CelError, NotEvaluatedHere } from "./cel/failures.ts";
export { celValueOfJson, celValueOfText } from "./cel/json.ts";
export type { Activation, RootName } from "./cel/scope.ts";
export { CelOptional, CelType, type CelValue } from "./cel/value.ts";

/** One expression, ready to be run any number of times. */
export interface CelProgram {
  readonly text: string;
  /** Throws `CelError` where the API server has an error, and `NotEvaluatedHere` where nothing can be said. */
  evaluate(activation: Activation): CelValue;
}

/**
 * cel-js parses; it does not evaluate. Its evaluator cannot be made right from outside (no operator, access or macro of
 * its own can be replaced), and it is wrong within the CEL that Holdfast emits: see cel-js-deviations.test.ts.
 */
const environment = new Environment({
  enableOptionalTypes: true,
  // How large an expression may be is the API server's affair, and the compiler checks it.
  limits: { maxAstNodes: 1e7, maxDepth: 1e4, maxListElements: 1e6, maxMapEntries: 1e6, maxCallArguments: 1e4 },
});

const programs = new Map<string, CelProgram>();

/** Throws `NotEvaluatedHere` for CEL that the API server would not compile, and for CEL that is not understood here. */
export function compileCel(text: string): CelProgram {
  let program = programs.get(text);
  if (program === undefined) programs.set(text, (program = compile(text)));
  return program;
}

function compile(text: string): CelProgram {
  const step = plan(readSyntax(text, parse(text)), []);
  return { text, evaluate: (activation) => step({ activation, locals: [] }) };
}

function parse(text: string): ParsedNode {
  try {
    return environment.parse(text).ast;
  } catch (error) {
    if (error instanceof ParseError) throw new NotEvaluatedHere(`cel-js does not parse this: ${error.message}`);
    throw error;
  }
}
