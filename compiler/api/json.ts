/** A JSON object: not a list, scalar or null. Its keys may have any name, so read untrusted objects with `own`. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined if the text is not a JSON object, or is nested too deeply for the parser. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** The value of an own key. Inherited keys such as `constructor` are absent. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The value at a path of own keys, or undefined. */
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

/** The fields of a value. None if it is not an object. */
export function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** `metadata` of a value that may not be a Kubernetes object. */
export function metadataOf(object: unknown): JsonObject {
  return fieldsOf(fieldsOf(object)["metadata"]);
}

/** The items of a value. None if it is not a list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: unknown): readonly string[] {
  return itemsOf(value).filter((item) => typeof item === "string");
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return itemsOf(value).filter(isJsonObject);
}
