import type { NamedExpression } from "../../ir/admission-policy.ts";
import type { Expression } from "../../ir/expression.ts";
import { variablesReadIn } from "../../ir/expressions/visit.ts";
import { type TestedSizes, noSizes } from "./tested-size.ts";

/** The variable of a comprehension, and what it takes its values from. */
export interface Iterated {
  readonly range: Expression;
  /** How many values it takes. */
  readonly entries: number;
  /** Most bytes of one of them. */
  readonly most: number;
  /** Bytes of all of them together, on average over the iterations around. */
  readonly together: number;
}

/** What is known around an expression while its size is estimated. */
export interface SizeContext {
  readonly variables: readonly NamedExpression[];
  readonly iterated: ReadonlyMap<string, Iterated>;
  /** Text whose length has been asked before. */
  readonly tested: TestedSizes;
}

/** The same context where it is the same: what has been measured in it is not measured again. */
export function having(tested: TestedSizes, around: SizeContext): SizeContext {
  return tested === around.tested ? around : { ...around, tested };
}

/** Around what is in no iteration, reads no variables, and behind no test of a size: it has one size in all policies. */
export const alone: SizeContext = { variables: [], iterated: new Map(), tested: noSizes };

/** Of what is around a node, that which matters to it. */
export function mattering(node: Expression, around: SizeContext): SizeContext {
  const isPlain = around.iterated.size === 0 && around.tested.size === 0 && variablesReadIn(node).size === 0;
  return isPlain ? alone : around;
}
