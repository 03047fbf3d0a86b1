import { type Expression, literal, optionalIndex, optionalSelect } from "../ir/expression.ts";
import type { SchemaPath, SchemaStep } from "./schema-reads.ts";

/** Of a version of a definition, the schema of what is at the path: an optional. */
export function schemaAt(path: SchemaPath, version: Expression): Expression {
  const { span } = version;
  return path.reduce<Expression>(below, optionalSelect(optionalSelect(version, "schema", span), "openAPIV3Schema", span));
}

export function below(schema: Expression, step: SchemaStep): Expression {
  if (step.to === "field") return propertyOf(schema, step.name);
  return optionalSelect(schema, step.to === "elements" ? "items" : "additionalProperties", schema.span);
}

export const propertyOf = (schema: Expression, name: string): Expression =>
  optionalIndex(optionalSelect(schema, "properties", schema.span), literal(name, schema.span), schema.span);
