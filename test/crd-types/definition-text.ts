/** A schema of OpenAPI, as a test writes it. */
export type SchemaText = Readonly<Record<string, unknown>>;

interface Options {
  readonly group?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly version?: string;
  readonly more?: readonly SchemaText[];
}

/** A CustomResourceDefinition as an object of JSON. */
export function definitionOf(
  schema: unknown,
  { group = "example.com", kind = "Thing", plural = "things", version = "v1", more = [] }: Options = {},
): SchemaText {
  const first = { name: version, served: true, storage: true, schema: { openAPIV3Schema: schema } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: "Namespaced", names: { kind, plural }, versions: [first, ...more] },
  };
}

/** The schema of an object with this `spec`. */
export const schemaWithSpec = (spec: unknown): SchemaText => ({ type: "object", properties: { spec } });
