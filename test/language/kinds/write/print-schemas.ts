import type { Api, Definition, Field } from "./api.ts";
import { reachedFrom } from "./layout.ts";
import type { Schema } from "../openapi.ts";

/**
 * The schemas of all kinds without prose, a line each, for a test that needs no API server: test/language/kinds/api.json.
 */
export function printSchemas(api: Api): string {
  const reached = new Set(api.kinds.flatMap((kind) => reachedFrom(kind, api.definitions)));
  for (const name of reached) for (const inner of referencesIn(api.definitions.get(name)?.schema ?? {})) reached.add(inner);
  const lines = [...reached].toSorted().map((name) => {
    return `${JSON.stringify(name)}: ${JSON.stringify(schemaOf(api.definitions.get(name)))}`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}

function schemaOf(definition: Definition | undefined): Schema {
  const properties = [...(definition?.fields ?? [])].map(([name, field]) => [name, withValues(field)] as const);
  const required = [...(definition?.fields ?? [])]
    .filter(([, { isRequired, go }]) => isRequired || go.null)
    .map(([name]) => name);
  const { "x-kubernetes-group-version-kind": kinds } = definition?.schema ?? {};
  const plain = withoutProse(definition?.schema ?? {});
  return {
    ...plain,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(kinds !== undefined && { "x-kubernetes-group-version-kind": kinds }),
  };
}

/** API servers say what the copies of their documents leave out: the values of enumerations. */
function withValues({ schema, go }: Field): Schema {
  const plain = withoutProse(schema);
  const { values } = go;
  if (values === undefined) return plain;
  if (plain.items !== undefined) return { ...plain, items: { ...plain.items, enum: values } };
  if (plain.additionalProperties !== undefined)
    return { ...plain, additionalProperties: { ...plain.additionalProperties, enum: values } };
  return { ...plain, enum: values };
}

function withoutProse({ type, format, items, additionalProperties, allOf, oneOf, $ref }: Schema): Schema {
  const [only] = allOf ?? [];
  if (only !== undefined) return withoutProse(only);
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(items !== undefined && { items: withoutProse(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: withoutProse(additionalProperties) }),
    ...(oneOf !== undefined && { oneOf }),
    ...($ref !== undefined && { $ref }),
  };
}

function referencesIn(schema: Schema): readonly string[] {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.allOf ?? []), schema.items, schema.additionalProperties];
  const own = schema.$ref === undefined ? [] : [schema.$ref.replace("#/components/schemas/", "")];
  return [...own, ...inner.flatMap((one) => (typeof one === "object" ? referencesIn(one) : []))];
}
