/**
 * An object of JSON, as opposed to a list, a scalar and null. Keys may have any name: read those of strangers with
 * `own`.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined where the text is no JSON, or no object. Nesting too deep for the parser is no JSON either. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** What stands under a key of its own: `constructor` is absent unless somebody wrote it. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The value at a path of such keys; undefined where there is none. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner, key) => (isJsonObject(inner) ? own(inner, key) : undefined), value);
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** Text of at least one character. */
export function isFilledText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** The fields of what may be no object: then there are none. */
export function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** `metadata` of what may be no Kubernetes object. */
export function metadataOf(object: unknown): JsonObject {
  return fieldsOf(fieldsOf(object)["metadata"]);
}

/** The items of what may be no list: then there are none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: unknown): readonly string[] {
  return itemsOf(value).filter((item) => typeof item === "string");
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return itemsOf(value).filter(isJsonObject);
}
