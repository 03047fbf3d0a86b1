import { type JsonObject, isJsonObject } from "../../api/json.ts";
import type { CompiledOutput } from "../../compilation.ts";

/** The same as JSON can hold it. */
export function outputToJson({ policies, files, fallback, staticFiles, warnings, sources }: CompiledOutput): object {
  const shown = new Set(warnings.map(({ span }) => span.file));
  return {
    policies,
    files: files.map(nameAndText),
    ...(fallback && { fallback: { files: fallback.files.map(nameAndText), notes: fallback.notes } }),
    ...(staticFiles && {
      staticFiles: { directory: staticFiles.directory.map(nameAndText), policies: staticFiles.policies.map(nameAndText) },
    }),
    warnings,
    sources: Object.fromEntries([...sources].filter(([path]) => shown.has(path))),
  };
}

const nameAndText = ({ name, text }: { readonly name: string; readonly text: string }): object => ({ name, text });

/** Undefined where it has not the shape that `outputToJson` gives. */
export function outputFromJson(value: unknown): CompiledOutput | undefined {
  if (!isOutput(value)) return undefined;
  const output = value as unknown as CompiledOutput & { readonly sources: object };
  return { ...output, diagnostics: [], sources: new Map(Object.entries(output.sources)) };
}

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => Number.isSafeInteger(value);
const flag: Check = (value) => typeof value === "boolean";

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const mapOf =
  (check: Check): Check =>
  (value) =>
    isJsonObject(value) && Object.values(value).every(check);

/** An object with these fields and no others. */
function record(fields: Readonly<Record<string, Check>>): (value: unknown) => value is JsonObject {
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
const fileName: Check = (value) => typeof value === "string" && /^[^./\\\0][^/\\\0]*$/.test(value);

const file = record({ name: fileName, text });

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

const policy = record({
  name: text,
  source: text,
  file: text,
  rules: listOf(rule),
  guards: listOf(record({ name: text, state: text, text })),
  deadEnd: optional(text),
});

const warning = record({
  code: text,
  severity: oneOf("warning"),
  span: record({ file: text, start: number, end: number }),
  message: text,
  help: text,
});

const isOutput = record({
  policies: listOf(policy),
  files: listOf(file),
  fallback: optional(record({ files: listOf(file), notes: listOf(text) })),
  staticFiles: optional(record({ directory: listOf(file), policies: listOf(file) })),
  warnings: listOf(warning),
  sources: mapOf(text),
});
