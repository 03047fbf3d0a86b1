import type { Charges } from "../cost/charges.ts";
import type { Emitted } from "../cost/estimates.ts";
import type { Failure } from "../failures.ts";
import type { Trait } from "../values/cel-type.ts";
import { type Signature, parseSignature } from "../values/type-text.ts";
import type { RegularExpression } from "../values/regular-expression.ts";
import type { CelValue } from "../values/value.ts";

/** Gets values of the types of its overload, a receiver first. */
export type Implementation = (...values: never[]) => CelValue | Failure;

/** One form of a function; cel-go's costs and the choice at run time go by it. */
export interface Overload extends Signature {
  readonly id: string;
  /** Undefined where the function as a whole has one. */
  readonly implementation: Implementation | undefined;
  /** The minor versions of Kubernetes in which it can be written; 0 is any. */
  readonly since: number;
  /** Those of its row. */
  readonly charges: Charges;
}

/** Calls that are more than the call of a function; `plan/call.ts` has what evaluates each. */
export type SpecialCall = "logical" | "choice" | "equality" | "access" | "membership" | "alternative" | "conversion";

/** What a row says of a function besides its overloads. */
export interface AboutFunction {
  readonly charges: Charges;
  /** One implementation for all overloads, for a first value of the kinds of `trait`. */
  readonly implementation?: Implementation;
  readonly trait?: Trait;
  /**
   * Whether the types are looked at before an overload is called; yes, unless told. Some look themselves, and fail in
   * other words.
   */
  readonly isGuarded?: boolean;
  /** Whether an error among the values is that of the call; yes, unless told. */
  readonly isStrict?: boolean;
  readonly special?: SpecialCall;
  /** The same for a second argument that is a literal pattern, which is compiled with the expression. */
  readonly withPattern?: (text: string, pattern: RegularExpression, rest: readonly CelValue[]) => CelValue | Failure;
  /** Whether the API server takes this literal as argument (pkg/cel/environment/base.go, ASTValidators). */
  readonly isLiteral?: (text: string) => boolean;
  /** Of a function that the compiler writes: what its estimates go by. */
  readonly emitted?: Emitted;
}

/** A function of CEL, an operator or a conversion. */
export interface CelFunction extends AboutFunction {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** `[id, signature, implementation]`, the signature as `(int, int): bool` or `string.(int): string`. */
export type OverloadRow = readonly [id: string, signature: string, implementation?: Implementation];

/** One row of the table. */
export function define(name: string, rows: readonly OverloadRow[], about: AboutFunction): CelFunction {
  const { charges } = about;
  const overloads = rows.map(([id, signature, implementation]) => {
    return { id, ...parseSignature(signature), implementation, since: 0, charges };
  });
  return { name, overloads, ...about };
}

/** The functions as they are from a minor version of Kubernetes on. */
export function since(minor: number, functions: readonly CelFunction[]): readonly CelFunction[] {
  return functions.map((row) => ({ ...row, overloads: row.overloads.map((overload) => ({ ...overload, since: minor })) }));
}
