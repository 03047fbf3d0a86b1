/** An object as JSON. What stands outside `apiVersion`, `kind` and `metadata` may be anything. */
export interface UntypedObject {
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

/**
 * The object as the API server has it in memory and sends it on: empty labels, annotations, finalizers
 * and owner references are no keys there (apimachinery: meta/v1, ObjectMeta, `omitempty`), and neither
 * is what is null in `metadata`.
 */
export function withoutEmptyMetadata(object: UntypedObject): UntypedObject {
  const kept = Object.entries(object.metadata).filter(([, value]) => !isEmpty(value));
  return { ...object, metadata: Object.fromEntries(kept) };
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
