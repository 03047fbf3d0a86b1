import { isDeepStrictEqual } from "node:util";
import { type JsonObject, isJsonObject } from "../../api/json.ts";
import { resourceCovers } from "../../api/coverage.ts";
import type { Schema } from "./primitives.ts";

/** The first thing that is wrong with a value, and where: `/spec/validations/0 must have required property 'reason'`. */
export type Check = (value: unknown, place?: string) => string | undefined;

/**
 * A JSON schema, ready to check with: of the keywords those alone that our schemas have. A library that takes any schema
 * makes JavaScript of it, which for four schemas and a few hundred objects took ten times as long as to check them.
 */
export function checkOf(schema: Schema): Check {
  const checks = Object.entries(schema).map(([keyword, given]) => {
    const make = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    if (make === undefined) throw new TypeError(`${keyword} is no keyword of our schemas`);
    return make(given, schema);
  });
  return (value, place = "") => firstOf(checks, (check) => check(value, place));
}

/** A keyword with what stands behind it, and the schema in which it stands. */
type Keyword = (given: unknown, schema: Schema) => Check;

const keywords: Readonly<Record<string, Keyword>> = {
  type: (given) => says((value) => isOfType(value, given), `must be ${String(given)}`),
  const: (given) => says((value) => isDeepStrictEqual(value, given), "must be equal to constant"),
  enum: (given) => {
    const allowed = given as readonly unknown[];
    return says((value) => allowed.some((one) => isDeepStrictEqual(value, one)), "must be equal to one of the allowed values");
  },
  not: (given) => {
    const check = checkOf(given as Schema);
    return says((value) => check(value) !== undefined, "must NOT be valid");
  },
  anyOf: (given) => {
    const checks = checksOf(given);
    return says((value) => checks.some((check) => check(value) === undefined), "must match a schema in anyOf");
  },
  allOf: (given) => {
    const checks = checksOf(given);
    return (value, place = "") => firstOf(checks, (check) => check(value, place));
  },
  pattern: (given) => {
    const pattern = new RegExp(String(given), "u");
    return ofText((text) => pattern.test(text), `must match pattern "${String(given)}"`);
  },
  // Code points, which are never more than code units.
  maxLength: (given) =>
    ofText(
      (text) => text.length <= Number(given) || [...text].length <= Number(given),
      `must NOT have more than ${String(given)} characters`,
    ),
  minimum: (given) => says((value) => typeof value !== "number" || value >= Number(given), `must be >= ${String(given)}`),
  maximum: (given) => says((value) => typeof value !== "number" || value <= Number(given), `must be <= ${String(given)}`),
  minItems: (given) => ofList((items) => items.length >= Number(given), `must NOT have fewer than ${String(given)} items`),
  maxItems: (given) => ofList((items) => items.length <= Number(given), `must NOT have more than ${String(given)} items`),
  uniqueItems: (given) => ofList((items) => given !== true || areDistinct(items), "must NOT have duplicate items"),
  distinctNames: (given) =>
    ofList((items) => given !== true || areDistinct(items.map(nameOf)), "must NOT have two items of one name"),
  compatibleResources: (given) =>
    ofList((items) => given !== true || areCompatible(items as string[]), "must NOT name what a wildcard beside it covers"),
  items: (given) => {
    const check = checkOf(given as Schema);
    return (value, place = "") =>
      Array.isArray(value) ? firstOf([...value.entries()], ([at, item]) => check(item, `${place}/${at}`)) : undefined;
  },
  minProperties: (given) =>
    ofObject((object, place) =>
      Object.keys(object).length >= Number(given)
        ? undefined
        : said(place, `must NOT have fewer than ${String(given)} properties`),
    ),
  propertyNames: (given) => {
    const check = checkOf(given as Schema);
    return ofObject((object, place) =>
      Object.keys(object).every((name) => check(name) === undefined) ? undefined : said(place, "property name must be valid"),
    );
  },
  required: (given) =>
    ofObject((object, place) => {
      const missing = (given as readonly string[]).find((name) => object[name] === undefined);
      return missing === undefined ? undefined : said(place, `must have required property '${missing}'`);
    }),
  properties: (given) => {
    const checks = Object.entries(given as Readonly<Record<string, Schema>>).map(([name, one]) => [name, checkOf(one)] as const);
    return ofObject((object, place) =>
      firstOf(checks, ([name, check]) => (object[name] === undefined ? undefined : check(object[name], below(place, name)))),
    );
  },
  additionalProperties: (given, { properties = {} }) => {
    const others = (object: JsonObject): readonly string[] =>
      Object.keys(object).filter((name) => !Object.hasOwn(properties as object, name));
    if (given !== false) {
      const check = checkOf(given as Schema);
      return ofObject((object, place) => firstOf(others(object), (name) => check(object[name], below(place, name))));
    }
    return ofObject((object, place) =>
      firstOf(others(object), (name) => said(place, `must NOT have additional properties (${name})`)),
    );
  },
};

const checksOf = (schemas: unknown): readonly Check[] => (schemas as readonly Schema[]).map(checkOf);

function firstOf<Part>(parts: Iterable<Part>, problemOf: (part: Part) => string | undefined): string | undefined {
  for (const part of parts) {
    const problem = problemOf(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const said = (place: string, problem: string): string => `${place === "" ? "/" : place} ${problem}`;

/** As in a JSON pointer. */
const below = (place: string, name: string): string => `${place}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

const says =
  (holds: (value: unknown) => boolean, problem: string): Check =>
  (value, place = "") =>
    holds(value) ? undefined : said(place, problem);

const ofText = (holds: (text: string) => boolean, problem: string): Check =>
  says((value) => typeof value !== "string" || holds(value), problem);

const ofList = (holds: (items: readonly unknown[]) => boolean, problem: string): Check =>
  says((value) => !Array.isArray(value) || holds(value), problem);

const ofObject =
  (problemOf: (object: JsonObject, place: string) => string | undefined): Check =>
  (value, place = "") =>
    isJsonObject(value) ? problemOf(value, place) : undefined;

function isOfType(value: unknown, type: unknown): boolean {
  if (type === "object") return isJsonObject(value);
  if (type === "array") return Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function areDistinct(items: readonly unknown[]): boolean {
  if (items.every((item) => typeof item === "string")) return new Set(items).size === items.length;
  return items.every((item, at) => !items.slice(0, at).some((other) => isDeepStrictEqual(item, other)));
}

/** The server takes two of one name, and evaluates the later one. */
const nameOf = (item: unknown): unknown => (isJsonObject(item) ? item["name"] : undefined);

/** The server rejects a rule that names a resource beside a wildcard which covers it already. */
function areCompatible(resources: readonly string[]): boolean {
  return resources.every((resource, at) => resources.every((other, index) => index === at || !resourceCovers(other, resource)));
}
