import type { CelValue } from "../../compiler/simulator/admission/index.ts";

/** An expression of an emitted policy with everything that it reads, and what our own engine makes of it. */
export interface Asked {
  /** `variables.own`, `validations[0]`, `validations[0].messageExpression` */
  readonly place: string;
  readonly text: string;
  /** `object`, `oldObject`, `request`, `namespaceObject`, `params`. */
  readonly roots: ReadonlyMap<string, CelValue>;
  /** The variables that it reads, as our own engine works them out. */
  readonly variables: ReadonlyMap<string, CelValue>;
  readonly ours: Opinion;
}

/**
 * What an engine makes of an expression: a value (as `canonical` writes it), an error while it runs, or nothing: the
 * expression holds something that the engine does not have.
 */
export type Opinion = { readonly value: string } | { readonly error: string } | { readonly unable: string };

/** An engine that is not ours. */
export interface Engine {
  readonly name: string;
  ask(asked: Asked): Opinion;
}
