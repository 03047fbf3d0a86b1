import type { CompiledOutput } from "../../compilation.ts";
import { file, listOf, mapOf, optional, policy, record, text, warning } from "./shapes.ts";

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

const nameAndText = (one: { readonly name: string; readonly text: string }): object => ({ name: one.name, text: one.text });

/** Undefined where it has not the shape that `outputToJson` gives. */
export function outputFromJson(value: unknown): CompiledOutput | undefined {
  if (!isOutput(value)) return undefined;
  const output = value as unknown as CompiledOutput & { readonly sources: object };
  return { ...output, diagnostics: [], sources: new Map(Object.entries(output.sources)) };
}

const isOutput = record({
  policies: listOf(policy),
  files: listOf(file),
  fallback: optional(record({ files: listOf(file), notes: listOf(text) })),
  staticFiles: optional(record({ directory: listOf(file), policies: listOf(file) })),
  warnings: listOf(warning),
  sources: mapOf(text),
});
