/**
 * The declared type of a value in the cluster, as plain data. The compiler derives it from TypeScript types. The
 * decoder of the TypeScript execution and the type tests in CEL use the same shape. So a stored value of another JSON
 * type reads as `undefined` in every execution (docs/reference/semantics.md).
 */
export type Shape = ScalarShape | TextShape | NumberShape | ListShape | MapShape | RecordShape | UnionShape | OpaqueShape;

/** `unknown` holds any JSON value, null included; a rule must narrow it before use. */
export interface ScalarShape {
  readonly kind: "boolean" | "unknown";
}

/** `quantity`: the API server parses it, so that it is ASCII; only where it types the field. */
export interface TextShape {
  readonly kind: "string";
  readonly format?: "quantity";
}

/**
 * `format` as in OpenAPI, where the type says it. It is what the schema promises: a custom resource may hold any number
 * anyway, and a whole double is stored as an int.
 */
export interface NumberShape {
  readonly kind: "number";
  readonly format?: NumberFormat;
}

export type NumberFormat = "int32" | "int64" | "double";

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
  /** Values of any other keys, where there may be some: fields that a CRD preserves without knowing them. */
  readonly others?: Shape;
}

/** One of several, each of another JSON type: `Int32 | string`. At most one of them is a map or record. */
export interface UnionShape {
  readonly kind: "union";
  readonly members: readonly Shape[];
}

/**
 * What was parsed (`quantity(...)`), a BigInt, a `Date`, or an authorizer check: only ever the result of an expression,
 * never stored.
 */
export interface OpaqueShape {
  readonly kind: "opaque";
  readonly type: OpaqueType;
}

export type OpaqueType = ReadType | AuthorizationType | "cluster" | "bigint" | "date";

/** Named as the function of the language, and of CEL, that reads it. */
export type ReadType = "quantity" | "duration" | "timestamp" | "ip" | "cidr";

/** `authorizer`, what is asked with it step by step, and the answer (apiserver: pkg/cel/library/authz.go). */
export type AuthorizationType = "authorizer" | "pathCheck" | "groupCheck" | "resourceCheck" | "decision";

export interface FieldShape {
  readonly shape: Shape;
  /** `always`: the API server stores no object without it. Everything else is `optional`. */
  readonly presence: "always" | "optional";
  /** The API server itself guarantees the JSON type here and below (metadata, the request): no type test needed. */
  readonly typedByServer: boolean;
  /** Text that the API server limits for most kinds, but not here: it may hold any character, and be of any length. */
  readonly isFree?: true;
  /** The API server leaves empty text out, and a rule reads it as text anyway. */
  readonly isLeftOutEmpty?: true;
  /** The value, where nothing else is possible. */
  readonly known?: string;
}
