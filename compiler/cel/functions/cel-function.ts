import { type Signature, parseSignature } from "../values/type-text.ts";
import type { Failure } from "../failures.ts";
import type { CelValue } from "../values/value.ts";
import type { Trait } from "../values/traits.ts";

/** Gets values of the types of its overload, a receiver first. */
export type Implementation = (...values: never[]) => CelValue | Failure;

/** One form of a function; cel-go's costs and the choice at run time go by it. */
export interface Overload extends Signature {
  readonly id: string;
  /** Undefined where the function as a whole has one. */
  readonly implementation: Implementation | undefined;
  /** The minor versions of Kubernetes in which it can be written. */
  readonly since: number;
}

/** A function of CEL, an operator or a conversion. */
export interface CelFunction {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** One implementation for all overloads, for a first value of this kind; else each overload looks at its types. */
  readonly singleton: { readonly implementation: Implementation; readonly trait: Trait | undefined } | undefined;
  /** Whether the types are looked at before the implementation is called: some look themselves, and fail in other words. */
  readonly isGuarded: boolean;
}

/** `[id, signature, implementation]`, the signature as `(int, int): bool` or `string.(int): string`. */
export type OverloadRow = readonly [id: string, signature: string, implementation?: Implementation];

interface Whole {
  readonly implementation?: Implementation;
  readonly trait?: Trait;
  readonly isGuarded?: boolean;
}

/** One row of a library: a function and its overloads. */
export function define(
  name: string,
  rows: readonly OverloadRow[],
  { implementation, trait, isGuarded = true }: Whole = {},
): CelFunction {
  return {
    name,
    overloads: rows.map(([id, signature, own]) => ({ id, ...parseSignature(signature), implementation: own, since: 0 })),
    singleton: implementation === undefined ? undefined : { implementation, trait },
    isGuarded,
  };
}

/** The functions as they are from a minor version of Kubernetes on. */
export function since(minor: number, functions: readonly CelFunction[]): readonly CelFunction[] {
  return functions.map((one) => ({ ...one, overloads: one.overloads.map((overload) => ({ ...overload, since: minor })) }));
}
