import { fieldsOf, isJsonObject, own, textAt, valueAt } from "../../../api/json.ts";
import type { FieldPath, FieldType } from "./fields-read.ts";

/** What a schema says of a field. `unknown`: it may hold anything, so nothing can be said against it. */
export type SchemaField = FieldType | "missing" | "unknown";

/** Every object has them, whatever its schema says. */
const ofEveryObject = new Set(["apiVersion", "kind", "metadata"]);

/**
 * The field of a structural schema (apiextensions.k8s.io/v1) at a path. The API server drops what the schema does not
 * name, unless it preserves unknown fields. Only the levels of the path are read, however large the schema is.
 */
export function schemaField(root: unknown, path: FieldPath): SchemaField {
  let schema = root;
  for (const [level, name] of path.entries()) {
    if (ofEveryObject.has(name) && (level === 0 || valueAt(schema, "x-kubernetes-embedded-resource") === true)) return "unknown";
    const next = inner(schema, name);
    if (typeof next === "string") return next;
    schema = next.schema;
  }
  return typeAt(schema);
}

function inner(schema: unknown, name: string): "missing" | "unknown" | { readonly schema: unknown } {
  const type = typeAt(schema);
  if (type === "unknown")
    return own(fieldsOf(valueAt(schema, "properties")), name) === undefined ? "unknown" : child(schema, name);
  if (name === "[]")
    return type === "array" && isJsonObject(valueAt(schema, "items")) ? { schema: valueAt(schema, "items") } : "unknown";
  return type === "object" ? child(schema, name) : "missing";
}

function child(schema: unknown, name: string): "missing" | "unknown" | { readonly schema: unknown } {
  const found = own(fieldsOf(valueAt(schema, "properties")), name);
  if (found !== undefined) return { schema: found };
  if (valueAt(schema, "x-kubernetes-preserve-unknown-fields") === true) return "unknown";
  const others = valueAt(schema, "additionalProperties");
  if (others === true) return "unknown";
  return isJsonObject(others) ? { schema: others } : "missing";
}

function typeAt(schema: unknown): FieldType | "unknown" {
  if (valueAt(schema, "x-kubernetes-int-or-string") === true) return "unknown";
  const type = textAt(schema, "type");
  if (type === "integer") return "number";
  const known: readonly string[] = ["string", "boolean", "number", "array", "object"];
  return type !== undefined && known.includes(type) ? (type as FieldType) : "unknown";
}
