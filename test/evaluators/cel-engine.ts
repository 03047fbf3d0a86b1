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
/** cel-js as it is, for the test that shows why its evaluator is not used. */
export { Environment as CelJsEnvironment, Optional as CelJsOptional } from "cel-js";

/** One expression, ready to be run any number of times. */
export interface CelProgram {
  readonly text: string;
  /** Throws `CelError` where the API server has an error, and `NotEvaluatedHere` where nothing can be said. */
  evaluate(activation: Activation): CelValue;
}

/**
 * cel-js parses; it does not evaluate. Its evaluator is wrong within the CEL that Holdfast emits and what is wrong cannot
 * be replaced from outside, so that `plan` runs the parsed expression: cel-js-deviations.test.ts says where.
 */
const environment = new Environment({
  enableOptionalTypes: true,
  // How large an expression may be is the API server's affair, and the compiler checks it.
  limits: { maxAstNodes: 1e7, maxDepth: 1e4, maxListElements: 1e6, maxMapEntries: 1e6, maxCallArguments: 1e4 },
});

/** So many texts are kept compiled: more than any policy has, and little enough for a search over many. */
const mostPrograms = 10_000;

const programs = new Map<string, CelProgram>();

/** Throws `NotEvaluatedHere` for CEL that the API server would not compile, and for CEL that is not understood here. */
export function compileCel(text: string): CelProgram {
  const known = programs.get(text);
  if (known !== undefined) return known;
  if (programs.size >= mostPrograms) programs.clear();
  const program = compile(text);
  programs.set(text, program);
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
