import { isJsonObject, textAt, valueAt } from "../api/json.ts";

/**
 * The structural part of a CRD's schema, which says what is stored where (apiextensions.k8s.io/v1, JSONSchemaProps).
 * What `allOf`, `anyOf`, `oneOf` and `not` add only forbids values.
 */
export interface StructuralSchema {
  readonly type: string | undefined;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  readonly description: string | undefined;
  readonly default: unknown;
  readonly isNullable: boolean;
  readonly values: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, StructuralSchema>;
  readonly required: ReadonlySet<string>;
  /** Of every entry of a map that is none of `properties`; `"anything"` where entries may be anything. */
  readonly others: StructuralSchema | "anything" | undefined;
  readonly items: StructuralSchema | undefined;
  readonly isIntOrString: boolean;
  readonly isEmbeddedResource: boolean;
  /** How the type is written, where it stands somewhere else; no definition says so. */
  readonly typeName?: string;
}

/**
 * Deeper than any schema that was seen in use (Argo CD's ApplicationSet has 27 levels); below it everything is unknown.
 */
const maxLevels = 64;

/** Reads what it knows; whatever has another form than a schema's stands for anything. */
export function readSchema(value: unknown, level = 0): StructuralSchema {
  const inner = (child: unknown): StructuralSchema => readSchema(level < maxLevels ? child : undefined, level + 1);
  return {
    type: textAt(value, "type"),
    format: textAt(value, "format"),
    pattern: textAt(value, "pattern"),
    description: textAt(value, "description"),
    default: valueAt(value, "default"),
    isNullable: valueAt(value, "nullable") === true,
    values: listAt(value, "enum"),
    properties: readProperties(valueAt(value, "properties"), inner),
    required: new Set((listAt(value, "required") ?? []).filter((name) => typeof name === "string")),
    others: readOthers(value, inner),
    items: isJsonObject(valueAt(value, "items")) ? inner(valueAt(value, "items")) : undefined,
    isIntOrString: valueAt(value, "x-kubernetes-int-or-string") === true,
    isEmbeddedResource: valueAt(value, "x-kubernetes-embedded-resource") === true,
  };
}

type ReadInner = (child: unknown) => StructuralSchema;

/** By name, so that the order in which a tool wrote them does not matter. */
function readProperties(value: unknown, inner: ReadInner): ReadonlyMap<string, StructuralSchema> {
  if (!isJsonObject(value)) return new Map();
  const names = Object.keys(value).toSorted();
  return new Map(names.map((name) => [name, inner(value[name])]));
}

function readOthers(value: unknown, inner: ReadInner): StructuralSchema["others"] {
  if (valueAt(value, "x-kubernetes-preserve-unknown-fields") === true) return "anything";
  const others = valueAt(value, "additionalProperties");
  if (others === true) return "anything";
  return isJsonObject(others) ? inner(others) : undefined;
}

function listAt(value: unknown, key: string): readonly unknown[] | undefined {
  const found = valueAt(value, key);
  return Array.isArray(found) ? found : undefined;
}
