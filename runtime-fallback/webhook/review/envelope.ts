import { type JsonObject, own, isJsonObject } from "../../../compiler/api/json.ts";
import { Rejection } from "../rejection.ts";

export function requiredObject(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  if (!isJsonObject(value)) throw wrong(key, "an object");
  return value;
}

export function requireString(object: JsonObject, key: string): string {
  const value = own(object, key);
  if (typeof value !== "string") throw wrong(key, "text");
  return value;
}

/** Absent where it is empty, too: the API server leaves out what is empty. */
export function optionalString(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  if (value === undefined || value === "") return undefined;
  return requireString(object, key);
}

/** An object, or nothing where there is a null. */
export function optionalObject(object: JsonObject, key: string): JsonObject | undefined {
  const value = own(object, key);
  return value === undefined || value === null ? undefined : requiredObject(object, key);
}

export function optionalBoolean(object: JsonObject, key: string): boolean {
  const value = own(object, key) ?? false;
  if (typeof value !== "boolean") throw wrong(key, "true or false");
  return value;
}

export function optionalStrings(object: JsonObject, key: string): readonly string[] | undefined {
  const value = own(object, key) ?? undefined;
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) throw wrong(key, "a list of text");
  return value;
}

/** Keys that an object of the review may have, and how Go reads them. */
export interface KnownKeys {
  readonly exact: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
}

/** From their names, one after the other. */
export function knownKeys(names: string): KnownKeys {
  const exact = names.split(/\s+/);
  return { exact: new Set(exact), folded: new Set(exact.map(foldCase)) };
}

/**
 * Go reads keys without regard to case, `UID` as `uid`: a review that holds both, or only the other spelling, would be one thing to
 * us and another to the API server. No API server writes such keys.
 */
export function requireSpelling(object: JsonObject, { exact, folded }: KnownKeys): void {
  const isMisspelt = Object.keys(object).some((key) => !exact.has(key) && folded.has(foldCase(key)));
  if (isMisspelt) throw new Rejection("bad-review", "a key of the review differs from a known one in case only");
}

/** Both ways: `ſ` is `S` in upper case, the Kelvin sign `k` in lower case, and Go takes them for these letters. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

function wrong(key: string, wanted: string): Rejection {
  return new Rejection("bad-review", `${key} of the review has to be ${wanted}`);
}
