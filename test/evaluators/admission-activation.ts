import type { Roots } from "./admission-roots.ts";
import { type Activation, CelError, type CelProgram, type CelValue, NotEvaluatedHere, type RootName } from "./cel-engine.ts";

/** Variables are evaluated when they are first read, once; an error of theirs is an error of everyone who reads them. */
export class AdmissionActivation implements Activation {
  readonly #roots: Roots;
  readonly #variables: ReadonlyMap<string, CelProgram>;
  readonly #known = new Map<string, CelValue | CelError>();

  constructor(roots: Roots, variables: ReadonlyMap<string, CelProgram>) {
    this.#roots = roots;
    this.#variables = variables;
  }

  root(name: RootName): CelValue {
    return this.#roots[name];
  }

  variable(name: string): CelValue {
    let value = this.#known.get(name);
    if (value === undefined) this.#known.set(name, (value = this.#evaluate(name)));
    if (value instanceof CelError) throw value;
    return value;
  }

  #evaluate(name: string): CelValue | CelError {
    const program = this.#variables.get(name);
    if (program === undefined) throw new NotEvaluatedHere(`the API server does not compile variables.${name}: there is none`);
    try {
      return program.evaluate(this.#before(name));
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      return new CelError(`composited variable "${name}" fails to evaluate: ${error.message}`);
    }
  }

  /** What the expression of a variable sees: of the variables only those that stand above it. */
  #before(name: string): Activation {
    const names = [...this.#variables.keys()];
    const above = names.slice(0, names.indexOf(name));
    return {
      root: (root) => this.root(root),
      variable: (other) => {
        if (above.includes(other)) return this.variable(other);
        throw new NotEvaluatedHere(`the API server does not compile variables.${other}: it does not stand above ${name}`);
      },
    };
  }
}
