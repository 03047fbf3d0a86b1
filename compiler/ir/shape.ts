/**
 * What a value in the cluster is declared to be, as plain data. The compiler derives it from TypeScript types; the
 * decoder of the TypeScript execution and the type tests in the emitted CEL follow the same shape, so that a stored
 * value of another JSON type reads as `undefined` in every execution (docs/semantics.md).
 */
export type Shape = ScalarShape | ListShape | MapShape | RecordShape;

/** `unknown` holds any JSON value, null included; a rule must narrow it before use. */
export interface ScalarShape {
  readonly kind: "string" | "number" | "boolean" | "unknown";
}

export interface ListShape {
  readonly kind: "list";
  readonly element: Shape;
}

/** Any number of string keys, each with a value of one shape: labels, annotations, `data` of a ConfigMap. */
export interface MapShape {
  readonly kind: "map";
  readonly value: Shape;
}

export interface RecordShape {
  readonly kind: "record";
  readonly fields: Readonly<Record<string, FieldShape>>;
}

export interface FieldShape {
  readonly shape: Shape;
  /** `always`: the API server stores no object without it. Everything else is `optional`. */
  readonly presence: "always" | "optional";
  /** The API server itself guarantees the JSON type here and below (metadata, the request): no type test needed. */
  readonly typedByServer: boolean;
}
