import { CaseFiles, type CompiledCase, partsOf, sourceOf } from "./case-files.ts";
import { generatedBefore, generatedType } from "./generated-rules.ts";
import type { Family } from "./language-case.ts";

/** A rule that compiled; `at` is its place among those that were generated. */
export interface Compiled {
  readonly one: CompiledCase;
  readonly rule: string;
  readonly at: number;
}

/** Rules that TypeScript or the compiler refuses are left out, whatever it says of the others. */
export async function compileAll(sources: readonly string[]): Promise<readonly Compiled[]> {
  const files = new CaseFiles();
  try {
    const named = sources.map((rule, at) => ({ rule, at, name: `generated-${at}` }));
    for (const { rule, name } of named)
      files.write(`${name}.ts`, sourceOf(family, { rule, before: generatedBefore, message }, name));
    let accepted = named;
    for (;;) {
      const compilation = files.compile(...accepted.map(({ name }) => `${name}.ts`));
      if (compilation.diagnostics.length === 0) {
        const parts = accepted.map(async ({ rule, at, name }) => ({
          rule,
          at,
          one: { name, ...partsOf(compilation, name), policy: await files.importPolicy(`${name}.ts`) },
        }));
        return await Promise.all(parts);
      }
      report(compilation.diagnostics.map(({ code }) => code));
      const wrong = new Set(compilation.diagnostics.map(({ span }) => span.file));
      accepted = accepted.filter(({ name }) => !wrong.has(`${name}.ts`));
    }
  } finally {
    files.remove();
  }
}

export const family: Family = { title: "generated", type: generatedType, requests: {}, cases: [] };
const message = '({ oldObject }) => `${oldObject.kind} says ${show(oldObject.spec?.name ?? "")}`';

function report(codes: readonly string[]): void {
  const counts = [...Map.groupBy(codes, (code) => code)].map(([code, all]) => `${all.length} ${code}`);
  if (process.env["VERBOSE"] !== undefined) console.log(`refused: ${counts.join(", ")}`);
}
