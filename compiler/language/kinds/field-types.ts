import type { Int32 } from "../numbers.ts";

/** A `T` in whose place the API server may write a null, which a rule sees as absent. */
export type MaybeNull<T> = T;

/** An amount as text: `10Gi`, `500m`; `quantity(text)` reads it. */
export type QuantityText = string;

/** RFC 3339 text: `2026-11-03T12:00:00Z`; `timestamp(text)` reads it. */
export type Time = string;

/** Bytes as base64 text. */
export type Base64 = string;

/** A number, or a percentage or name as text: `1`, `"25%"`, `"http"`. */
export type IntOrString = Int32 | string;
