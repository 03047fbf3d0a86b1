import type { CompiledOutput } from "../../compilation.ts";
import type { Chart } from "../../install/chart/chart.ts";
import { file, listOf, mapOf, optional, policy, record, text, warning } from "./shapes.ts";

/** The same as JSON can hold it. */
export function outputToJson({ policies, files, fallback, staticFiles, warnings, sources }: CompiledOutput): object {
  const shown = new Set(warnings.map(({ span }) => span.file));
  return {
    policies,
    files: files.map(nameAndText),
    ...(fallback && {
      fallback: {
        files: fallback.files.map(nameAndText),
        ...(fallback.chart && { chart: chartToJson(fallback.chart) }),
        notes: fallback.notes,
      },
    }),
    ...(staticFiles && {
      staticFiles: { directory: staticFiles.directory.map(nameAndText), policies: staticFiles.policies.map(nameAndText) },
    }),
    warnings,
    sources: Object.fromEntries([...sources].filter(([path]) => shown.has(path))),
  };
}

const nameAndText = (one: { readonly name: string; readonly text: string }): object => ({ name: one.name, text: one.text });

const chartToJson = ({ directory, templates, files }: Chart): object => ({
  directory: directory.map(nameAndText),
  templates: templates.map(nameAndText),
  files: files.map(nameAndText),
});

/** Undefined where it has not the shape that `outputToJson` gives. */
export function outputFromJson(value: unknown): CompiledOutput | undefined {
  if (!isOutput(value)) return undefined;
  const output = value as unknown as CompiledOutput & { readonly sources: object };
  return { ...output, diagnostics: [], sources: new Map(Object.entries(output.sources)) };
}

const chart = record({ directory: listOf(file), templates: listOf(file), files: listOf(file) });

const isOutput = record({
  policies: listOf(policy),
  files: listOf(file),
  fallback: optional(record({ files: listOf(file), chart: optional(chart), notes: listOf(text) })),
  staticFiles: optional(record({ directory: listOf(file), policies: listOf(file) })),
  warnings: listOf(warning),
  sources: mapOf(text),
});
