import type { Syntax } from "./syntax.ts";
import type { CelValue } from "./value.ts";

/** What the API server binds in admission (apiserver: pkg/admission/plugin/cel/activation.go), `variables` apart. */
export type RootName = "object" | "oldObject" | "request" | "namespaceObject";

/** The world of one evaluation. */
export interface Activation {
  root(name: RootName): CelValue;
  /** The value of `variables.name`; throws what its expression throws. */
  variable(name: string): CelValue;
}

/** One run of one expression: the world, and what the variables of its comprehensions hold, by depth. */
export interface Frame {
  readonly activation: Activation;
  readonly locals: CelValue[];
}

/** A piece of an expression, ready to run. */
export type Step = (frame: Frame) => CelValue;

/** The variables of the comprehensions around an expression, outermost first. */
export type Scope = readonly string[];

/** Every construct is planned by a function of its own; they plan their parts through this one. */
export type Plan = (node: Syntax, scope: Scope) => Step;
