/**
 * Number types of an API's schema. In TypeScript each is a `number`: you can assign, compare and calculate as with any
 * other number. The compiler needs to know the type, because CEL has separate types int and double. The symbols exist
 * only as types.
 */
declare const int32: unique symbol;
declare const int64: unique symbol;
declare const double: unique symbol;

/** A whole number of 32 bits, such as `spec.replicas`. */
export type Int32 = number & { readonly [int32]?: never };

/** A whole number of 64 bits. TypeScript rounds numbers beyond 2^53. */
export type Int64 = number & { readonly [int64]?: never };

/** A number that may have a fraction. The API server stores `1.0` as `1`, so the stored value may be an int in CEL. */
export type Double = number & { readonly [double]?: never };
