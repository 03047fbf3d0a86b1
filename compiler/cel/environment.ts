import { check } from "./check/check.ts";
import { type Declarations, typesOf } from "./check/declarations.ts";
import { checkLiterals } from "./check/literals.ts";
import type { Names } from "./check/scope.ts";
import { CelError, Failure } from "./failures.ts";
import { functionsOf, typesNamed } from "./functions/index.ts";
import type { Activation, Frame, Observe, Outcome, Step } from "./plan/frame.ts";
import { plan } from "./plan/plan.ts";
import { parse } from "./syntax/parse.ts";
import type { CelValue } from "./values/value.ts";
import { costLimit } from "./emitted.ts";

/** Whose CEL it is. */
export interface CelOptions {
  /** The minor version of Kubernetes, as `1.30`: functions that cannot be written there are unknown. */
  readonly kube: string;
  /** The names that an expression may read. */
  readonly names: Declarations;
}

export interface CelEnvironment {
  /**
   * Throws `CelCompileError` where the API server rejects the expression, `NotEvaluatedHere` where nothing can be said.
   */
  compile(text: string): CelProgram;
}

/** What one evaluation gave, and what the API server would have charged for it. */
export interface Measured {
  readonly result: CelValue | CelError;
  readonly cost: number;
}

/** One expression, ready to be run any number of times. */
export interface CelProgram {
  readonly text: string;
  /** The type that is known beforehand, as cel-go writes it: `bool`, `list(string)`, `dyn`. */
  readonly resultType: string;
  /** Throws `CelError` where the API server has an error, and `NotEvaluatedHere` where nothing can be said. */
  evaluate(activation: Activation, observe?: Observe): CelValue;
  /** The same with its cost. Throws only `NotEvaluatedHere`. */
  measure(activation: Activation): Measured;
}

/** So many texts are kept compiled: more than any policy has, and little enough for a search over many. */
const maxPrograms = 10_000;

/** Environments are cheap; each keeps the programs that it compiled. */
export function celEnvironment({ kube, names }: CelOptions): CelEnvironment {
  const minor = minorOf(kube);
  const known: Names = { variables: typesOf(names), types: typesNamed(minor), functions: functionsOf(minor) };
  const programs = new Map<string, CelProgram>();
  return {
    compile: (text) => {
      const before = programs.get(text);
      if (before !== undefined) return before;
      if (programs.size >= maxPrograms) programs.clear();
      const program = compile(text, known, minor);
      programs.set(text, program);
      return program;
    },
  };
}

function minorOf(kube: string): number {
  const minor = /^1\.(\d+)$/.exec(kube)?.[1];
  if (minor === undefined) throw new TypeError(`${kube} is no version of Kubernetes: write it as 1.30`);
  return Number(minor);
}

function compile(text: string, names: Names, minor: number): CelProgram {
  const wellFormed = text.toWellFormed();
  const checked = check(parse(wellFormed, minor), names);
  checkLiterals(checked);
  const { run } = plan(checked.root, { locals: [], isObserved: false, minor });
  let observed: Step | undefined;
  const observedRun = (): Step => (observed ??= plan(checked.root, { locals: [], isObserved: true, minor }).run);
  return {
    text,
    resultType: checked.known.applyFinally(checked.root.type).text,
    evaluate: (activation, observe) => {
      const result = (observe === undefined ? run : observedRun())(frameOf(activation, observe));
      if (result instanceof Failure) throw new CelError(result.message);
      return result;
    },
    measure: (activation) => measure(run, frameOf(activation, undefined)),
  };
}

function frameOf(activation: Activation, observe: Observe | undefined): Frame {
  return { activation, locals: [], observe, cost: 0, costLimit };
}

function measure(run: Step, frame: Frame): Measured {
  const result = attempt(() => run(frame));
  return { result: result instanceof Failure ? new CelError(result.message) : result, cost: frame.cost };
}

function attempt(run: () => Outcome): Outcome | CelError {
  try {
    return run();
  } catch (error) {
    if (error instanceof CelError) return error;
    throw error;
  }
}
