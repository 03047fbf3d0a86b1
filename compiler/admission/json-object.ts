/** An object as JSON. What stands outside `apiVersion`, `kind` and `metadata` may be anything. */
export interface JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonMetadata;
  readonly [field: string]: unknown;
}

export interface JsonMetadata {
  readonly name?: string;
  readonly namespace?: string;
  readonly [field: string]: unknown;
}

/** The fields of what may be no object: then there are none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
