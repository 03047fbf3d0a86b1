import { type JsonObject, isJsonObject } from "../../api/json.ts";

/** Whether a value that was read has a shape: whoever damages an entry shall not get further than to be ignored. */
type Check = (value: unknown) => boolean;

export const text: Check = (value) => typeof value === "string";
const number: Check = (value) => Number.isSafeInteger(value);
const flag: Check = (value) => typeof value === "boolean";

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const mapOf =
  (check: Check): Check =>
  (value) =>
    isJsonObject(value) && Object.values(value).every(check);

/** An object with these fields and no others. */
export function record(fields: Readonly<Record<string, Check>>): (value: unknown) => value is JsonObject {
  return (value): value is JsonObject =>
    isJsonObject(value) &&
    Object.keys(value).every((key) => Object.hasOwn(fields, key)) &&
    Object.entries(fields).every(([key, check]) => check(Object.hasOwn(value, key) ? value[key] : undefined));
}

const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value);

/** It becomes a file of the output directory, and must not lead out of it. */
export const fileName: Check = (value) => typeof value === "string" && /^[^./\\\0][^/\\\0]*$/.test(value);

export const file = record({ name: fileName, text });

const beyond = record({ line: number, text, why: text });

const webhook = record({
  names: listOf(text),
  asked: listOf(text),
  yaml: text,
  reads: listOf(text),
  beyond: listOf(beyond),
  deniesWhileDown: flag,
});

const rule = record({
  name: text,
  target: oneOf("admission-policy", "webhook"),
  targetReason: text,
  line: number,
  text,
  native: optional(record({ admissionPolicy: text, yaml: text })),
  webhook: optional(webhook),
});

export const policy = record({
  name: text,
  source: text,
  file: text,
  rules: listOf(rule),
  guards: listOf(record({ name: text, state: text, text })),
  deadEnd: optional(text),
  everyObject: optional(text),
});

export const warning = record({
  code: text,
  severity: oneOf("warning"),
  span: record({ file: text, start: number, end: number }),
  message: text,
  help: text,
});
