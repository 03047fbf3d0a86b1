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
