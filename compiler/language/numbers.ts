/**
 * Numbers as an API's schema tells them apart. For TypeScript each is a `number`: literals and other numbers may stand
 * for them, and comparisons and arithmetic take them. The compiler sees which one it is, because CEL keeps int and
 * double apart. The symbols exist as types only.
 */
declare const int32: unique symbol;
declare const int64: unique symbol;
declare const double: unique symbol;

/** A whole number of 32 bits: `replicas`. */
export type Int32 = number & { readonly [int32]?: never };

/** A whole number of 64 bits; beyond 2^53 a `number` in TypeScript is rounded. */
export type Int64 = number & { readonly [int64]?: never };

/** A number that may have a fraction. The API server stores `1.0` as `1`, so that the stored value may be an int. */
export type Double = number & { readonly [double]?: never };
