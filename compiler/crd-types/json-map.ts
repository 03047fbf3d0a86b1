/** An object of JSON, as opposed to a list, a scalar and null. */
export type JsonMap = Readonly<Record<string, unknown>>;

export function isJsonMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a key of its own: keys may be named like what objects inherit. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner, key) => (isJsonMap(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}
